import { openText, sealText } from '#lib/processes/links/frame-token'

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
  return sealText(PURPOSE, session, expiresAt)
}

/** The session of a token; null for other texts, and after its end. */
export function readInPersonSession(text: string, now: Date): InPersonSession | null {
  return openText<InPersonSession>(PURPOSE, text, now, IN_PERSON_SECONDS)
}
