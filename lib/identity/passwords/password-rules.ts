import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../rules.ts'
import { commonPhrases, commonWords, keyboardRuns } from './common-passwords.ts'
import { guessesLog10 } from './password-guesses.ts'

/** The owner of a password, as far as known: their email and names are the first guesses. */
export interface Owner {
  email?: string
  name?: string
  tenantName?: string
}

const SERVICE_NAME = 'paraph'
const COMMON_PASSWORD = 'The password is among the most common ones. Choose another.'
const MIN_DISTINCT_CHARACTERS = 5
/** 99 of the 100 most used breached passwords of this length need fewer guesses than 10 to this power. */
const MIN_GUESSES_LOG10 = 8
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

/** Why the password is not acceptable, as a sentence; null when it is. */
export async function passwordError(password: string, owner: Owner): Promise<string | null> {
  const length = [...password].length
  if (length < PASSWORD_MIN_CHARACTERS || length > PASSWORD_MAX_CHARACTERS)
    return `The password must have ${PASSWORD_MIN_CHARACTERS} to ${PASSWORD_MAX_CHARACTERS} characters.`
  const plain = password.normalize('NFKC').toLowerCase()
  if (isPattern(plain) || isCommon(plain)) return COMMON_PASSWORD
  if (isPersonal(plain, owner))
    return 'The password is your name, your email address or the name of this service. Choose another.'
  return (await guessesLog10(plain)) < MIN_GUESSES_LOG10 ? COMMON_PASSWORD : null
}

/** A few characters, a repeated piece, or a keyboard run. */
function isPattern(plain: string): boolean {
  if (new Set(plain).size < MIN_DISTINCT_CHARACTERS) return true
  if (repeats(plain)) return true
  const backwards = [...plain].reverse().join('')
  return keyboardRuns.some((run) => (run + run).includes(plain) || (run + run).includes(backwards))
}

/** Whether the text repeats its shortest period, the last repetition perhaps truncated. */
function repeats(plain: string): boolean {
  for (let period = 1; period <= 6; period++) {
    if ([...plain].every((character, index, all) => character === all[index % period])) return true
  }
  return false
}

/** One or two very common words, with only digits and symbols around them. */
function isCommon(plain: string): boolean {
  if (commonPhrases.has(plain)) return true
  return cores(plain).some((core) => {
    if (commonWords.has(core)) return true
    for (let length = 3; length <= core.length - 3; length++) {
      if (commonWords.has(core.slice(0, length)) && commonWords.has(core.slice(length))) return true
    }
    return false
  })
}

function isPersonal(plain: string, { email = '', name, tenantName }: Owner): boolean {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  if (email && plain.includes(email.toLowerCase())) return true
  const own = [local, domain, domain.split('.')[0] ?? '', name, tenantName, SERVICE_NAME]
    .map((text) => lettersOf(text ?? ''))
    .filter((text) => text.length >= 3)
  return cores(plain).some(
    (core) => own.includes(lettersOf(core)) || own.some((part) => core === part + part),
  )
}

/** The text without digits and symbols at both ends: as written, and with 0, @, 3 … as letters. */
function cores(plain: string): string[] {
  const trimmed = trim(plain)
  const spelt = [...trimmed].map((character) => substitutions[character] ?? character).join('')
  return [trimmed, spelt]
}

function trim(text: string): string {
  return text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
}
