import { randomBytes } from 'node:crypto'
import { addDays, now } from '#lib/core/clock'
import { formatUtcDay } from '#lib/core/text/format-day'
import { listUsedKeys } from '#lib/keys/operator-keys'
import { listTrustedLists } from '#lib/keys/trusted-lists'
import type { Signer } from '#lib/pades/cms/identity'
import { checkValidity, getPathEnd, isValidAt } from '#lib/pades/keys/certificate-path'
import { explain, failed, type Outcome, passed, warning } from './outcome.ts'

/** A certificate of a public authority is renewed by hand. */
const CERTIFICATE_WARNING_DAYS = 30

/** The periods of the certificates of the operator's keys, with their issuers, and of the trusted lists. */
export async function checkCertificates(): Promise<Outcome> {
  const time = now()
  // The line “configuration” names a file that cannot be read.
  const keys = (await listUsedKeys()).flatMap(({ name, key }) => (key ? [{ name, key }] : []))
  const invalid = keys.flatMap(({ name, key }) => findInvalid(name, key, time))
  const ending = keys
    .filter(({ key }) => isValidAt(key, time) && isNear(getPathEnd(key)))
    .map(({ name, key }) => `${name}: a certificate ends on ${formatUtcDay(getPathEnd(key))}.`)
  const outdated = (await listTrustedLists())
    .filter(({ nextUpdate }) => nextUpdate !== null && new Date(nextUpdate) < time)
    .map(({ territory }) => `The trusted list of ${territory} is past its next update.`)
  const problems = [...invalid, ...ending, ...outdated]
  if (problems.length === 0) return passed('None has ended, or ends within 30 days')
  const remedies = [
    ...(problems.length > outdated.length
      ? ['Have the certificates renewed, replace the files, and restart web and workers.']
      : []),
    ...(outdated.length > 0 ? ['Download the lists again into the folder of TRUSTED_LISTS.'] : []),
  ]
  const outcome = invalid.length > 0 ? failed : warning
  return outcome(problems.join('\n'), remedies.join('\n'))
}

/** Whether the operator's keys sign, each once: a wrong PIN of an HSM is one of the tries until it locks the token. */
export async function checkKeys(): Promise<Outcome> {
  const problems: string[] = []
  const keys = await listUsedKeys()
  for (const { name, key } of keys)
    if (key)
      await key.sign(randomBytes(32)).catch((error: Error) => {
        problems.push(`${name} does not sign: ${explain(error.cause ?? error)}`)
      })
    else problems.push(`${name} was not tried: its file cannot be read. See the line “configuration”.`)
  if (problems.length > 0)
    return failed(
      problems.join('\n'),
      'Correct the variable, the PIN or the rights of the key. Each run tries a PIN once: a few wrong ones lock the token.',
    )
  return passed(keys.length === 0 ? 'The installation has its own' : 'Each has signed once')
}

/** Whether the end of a certificate is at most so many days away. */
export function isNear(end: Date, days = CERTIFICATE_WARNING_DAYS): boolean {
  return end < addDays(now(), days)
}

function findInvalid(name: string, key: Signer, time: Date): string[] {
  try {
    checkValidity(key, time)
    return []
  } catch (error) {
    return [`${name}: ${explain(error)}`]
  }
}
