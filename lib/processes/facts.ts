import type { ProcessStatus } from '#db/schema/processes'

// Apart from the rules and schemas, which most pages do not load.

/** The limits of one process; lengths in UTF-16 code units. */
export const limits = {
  nameCharacters: 255,
  messageCharacters: 5000,
  expiryDays: 365,
  reminderDays: 90,
  documents: 50,
  /** Of all documents together, with `embed_evidence`: the certificate is made in some five times the memory. */
  embeddedMegabytes: 25,
  signers: 1000,
  /** How often one signer is handed over. */
  delegations: 3,
  fields: 5000,
  phoneCharacters: 40,
  accessCodeMinCharacters: 4,
  accessCodeCharacters: 100,
  patterns: 500,
  /** In instructions of RE2: the largest takes some 30 ms for a text of 2,000 characters. */
  patternSize: 500,
} as const

/** How often signers are reminded, once a sender switches reminders on. */
export const DEFAULT_REMINDER_DAYS = 7

/** The states between sending and the end. */
export const liveStatuses: readonly ProcessStatus[] = ['sent', 'in_progress']

/** The ends with a signed document, which may be void. */
export const completedStatuses: readonly ProcessStatus[] = ['completed', 'voided']

/** The ends without a signed document. */
export const unsignedEnds: readonly ProcessStatus[] = ['cancelled', 'refused', 'expired']

/** Whether a process was sent and has not ended. */
export function isLive(process: { status: ProcessStatus }): boolean {
  return liveStatuses.includes(process.status)
}

/** Whether the end of the time to sign matters: it is to come, or ended the process. */
export function hasExpiry(process: { status: ProcessStatus }): boolean {
  return process.status === 'draft' || process.status === 'expired' || isLive(process)
}
