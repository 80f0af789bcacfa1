import { decryptText, type Expiring, encryptText } from '#lib/core/secretbox'
import { consumeOnce } from '#lib/limits/limiter'

const PURPOSE = 'in-person session'

/** How long the host hands the device to signers. */
export const IN_PERSON_SECONDS = 12 * 3600

/** A host, on whose device the signers of a process sign one after the other. */
export interface InPersonSession {
  tenantId: number
  testMode: boolean
  processId: number
  hostId: number
}

/** The token of a session that lasts until `expiresAt`. It opens nothing but the signing of one process. */
export function writeInPersonSession(session: InPersonSession, expiresAt: Date): string {
  return encryptText(PURPOSE, session, expiresAt)
}

/** The session of a token; null for other texts, and after its end. @param time null: also after that */
export function readInPersonSession(text: string, time: Date | null): (InPersonSession & Expiring) | null {
  return decryptText<InPersonSession>(PURPOSE, text, time, IN_PERSON_SECONDS)
}

/**
 * Opens the page of a session in a browser: only the first can, so that its URL is of no use elsewhere.
 * @returns null for other texts, after its end, and once it was opened
 */
export async function openInPersonSession(text: string, now: Date): Promise<InPersonSession | null> {
  const session = readInPersonSession(text, now)
  if (!session) return null
  return (await consumeOnce('in-person-page', text, IN_PERSON_SECONDS)) ? session : null
}
