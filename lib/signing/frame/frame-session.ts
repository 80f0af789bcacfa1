import { decryptText, type Expiring, encryptText } from '#lib/core/secretbox'
import { FRAME_SESSION_SECONDS } from '#lib/processes/links/frame-seconds'

const PURPOSE = 'frame session'
/** What the tokens of frame sessions begin with: those of signing links have no dot. */
const PREFIX = 'frame.'

/** In place of the token, on the page that says that a link has ended. */
export const ENDED_FRAME = 'ended'

export interface FrameSession {
  /** The token of the signing link. */
  token: string
  /** The origins whose pages may show the frame. */
  origins: string[]
  /** The token of the host's session, where the signer has the device of a host. */
  inPerson?: string
  /** On a phone: where the signer was before. */
  place?: 'frame' | 'in_person'
}

/** The token of a session that lasts until `expiresAt`. It needs no cookie, which browsers refuse to most frames. */
export function writeFrameSession(session: FrameSession, expiresAt: Date): string {
  return PREFIX + encryptText(PURPOSE, session, expiresAt)
}

/** The session of a token; null for other texts, and after its end. @param time null: also after that */
export function readFrameSession(text: string, time: Date | null): (FrameSession & Expiring) | null {
  return isFrameSession(text)
    ? decryptText<FrameSession>(PURPOSE, text.slice(PREFIX.length), time, FRAME_SESSION_SECONDS)
    : null
}

/**
 * The token of the same session with another secret: a code that is confirmed in a frame counts for it. The
 * sender who asked for the link may know the token before, and must not know this one.
 * Null on the device of a host, where a code counts for the browser.
 */
export function renewFrameSession(text: string, now: Date): string | null {
  const session = readFrameSession(text, now)
  return session && !session.inPerson ? writeFrameSession(session, new Date(session.expiresAt)) : null
}

/** Where a signer signs whose session has this token. */
export function getPlace({ inPerson, place }: FrameSession): 'frame' | 'in_person' {
  return place ?? (inPerson === undefined ? 'frame' : 'in_person')
}

/** Whether a text is the token of a frame's session, perhaps of one that has ended. */
export const isFrameSession = (text: string): boolean => text.startsWith(PREFIX)
