import { type ErrorText, errorText } from '#lib/messages/errors'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../rules.ts'
import { commonPhrases, commonWords, keyboardRuns } from './common-passwords.ts'
import { guessesLog10 } from './password-guesses.ts'

/** Personal data that an attacker would try first as a password. */
export interface Owner {
  email?: string
  name?: string
  tenantName?: string
}

const SERVICE_NAME = 'paraph'
const COMMON_PASSWORD = errorText('identity.passwordTooCommon')
const MIN_DISTINCT_CHARACTERS = 5
const MAX_PERIOD_CHARACTERS = 6
/** 99 of the 100 most used breached passwords of the minimum length need fewer guesses than 10 to this power. */
const MIN_GUESSES_LOG10 = 8
/** Letters by the characters that often replace them. */
const substitutions: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/** The message why the password is not acceptable; null if it is acceptable. */
export async function passwordError(password: string, owner: Owner): Promise<ErrorText | null> {
  const length = [...password].length
  if (length < PASSWORD_MIN_CHARACTERS || length > PASSWORD_MAX_CHARACTERS)
    return errorText('identity.passwordLength', {
      min: PASSWORD_MIN_CHARACTERS,
      max: PASSWORD_MAX_CHARACTERS,
    })
  const normalized = password.normalize('NFKC').toLowerCase()
  if (isPattern(normalized) || isCommon(normalized)) return COMMON_PASSWORD
  if (isPersonal(normalized, owner)) return errorText('identity.passwordIsOwnName')
  return (await guessesLog10(normalized)) < MIN_GUESSES_LOG10 ? COMMON_PASSWORD : null
}

/** Whether the password has few distinct characters, repeats a piece, or is part of a keyboard run. */
function isPattern(normalized: string): boolean {
  if (new Set(normalized).size < MIN_DISTINCT_CHARACTERS) return true
  if (isRepetition(normalized)) return true
  const backwards = [...normalized].reverse().join('')
  return keyboardRuns.some((run) => (run + run).includes(normalized) || (run + run).includes(backwards))
}

/** Whether the text repeats its first 1 to 6 characters; the last repetition may be incomplete. */
function isRepetition(normalized: string): boolean {
  for (let period = 1; period <= MAX_PERIOD_CHARACTERS; period++) {
    if ([...normalized].every((character, index, all) => character === all[index % period])) return true
  }
  return false
}

/** Whether the password is one or two very common words, with only digits and symbols around them. */
function isCommon(normalized: string): boolean {
  if (commonPhrases.has(normalized)) return true
  return cores(normalized).some((core) => {
    if (commonWords.has(core)) return true
    for (let length = 3; length <= core.length - 3; length++) {
      if (commonWords.has(core.slice(0, length)) && commonWords.has(core.slice(length))) return true
    }
    return false
  })
}

/** Whether the password contains the email, or is the name of the owner, the tenant or the service, once or twice. */
function isPersonal(normalized: string, { email = '', name, tenantName }: Owner): boolean {
  const [localPart = '', domain = ''] = email.toLowerCase().split('@')
  if (email && normalized.includes(email.toLowerCase())) return true
  const personalWords = [localPart, domain, domain.split('.')[0] ?? '', name, tenantName, SERVICE_NAME]
    .map((text) => extractLetters(text ?? ''))
    .filter((text) => text.length >= 3)
  return cores(normalized).some(
    (core) =>
      personalWords.includes(extractLetters(core)) || personalWords.some((part) => core === part + part),
  )
}

/** The text without digits and symbols at both ends: as written, and with 0, @, 3 … replaced by letters. */
function cores(normalized: string): string[] {
  const trimmed = trimNonLetters(normalized)
  const withLetters = [...trimmed].map((character) => substitutions[character] ?? character).join('')
  return [trimmed, withLetters]
}

function trimNonLetters(text: string): string {
  return text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

/** The letters of a text, in lower case. */
function extractLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
}
