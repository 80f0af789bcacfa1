import { createHmac } from 'node:crypto'
import type { LinkVisitRow } from '#db/schema/templates'
import { addSeconds, secondsUntil } from '#lib/core/clock'
import { hmacHex, sixDigits } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'
import { codeLimits, isCodeValid } from '#lib/signing/one-time-code/one-time-code'

/** How long a new request mails the same code again, so that a stranger's does not replace it. */
const REPEATED_SECONDS = 300

/** The topic of emails with the code of a visit, by which those that were not sent yet are withdrawn. */
export function visitTopic(visitId: number): string {
  return `visit:${visitId}`
}

/** The code sent to a visitor at `sentAt`. The email derives it again, so that no table stores it. */
export function visitorCode(visitId: number, sentAt: Date): string {
  const mac = createHmac('sha256', deriveKey('visitor code')).update(`${visitId} ${sentAt.toISOString()}`)
  return sixDigits(mac.digest())
}

/** The hash of a code that is stored. */
export function visitorCodeHash(visitId: number, code: string): string {
  return hmacHex(deriveKey('visitor code hash'), `${visitId} ${code}`)
}

/** Whether the code of a visit opens it: for as long as each email says, also the last one with this code. */
export function isCodeOpen(visit: LinkVisitRow, now: Date): visit is LinkVisitRow & { codeHash: string } {
  return isUsable(visit, now, REPEATED_SECONDS + codeLimits.validSeconds)
}

/** How long a code that opens a visit still does. */
export function getOpenSeconds({ codeSentAt }: LinkVisitRow, now: Date): number {
  return secondsUntil(addSeconds(codeSentAt, REPEATED_SECONDS + codeLimits.validSeconds), now)
}

/** Whether a request for a code gets the one that the visit has. */
export function isCodeRepeated(visit: LinkVisitRow, now: Date): boolean {
  return isUsable(visit, now, REPEATED_SECONDS)
}

function isUsable({ codeHash, codeSentAt, codeTries }: LinkVisitRow, now: Date, seconds: number): boolean {
  const isValid = isCodeValid(addSeconds(codeSentAt, seconds), now, seconds)
  return isValid && codeHash !== null && codeTries < codeLimits.tries
}
