import { decrypt, encrypt } from '#lib/core/secretbox'

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
}

interface Expiring {
  expiresAt: number
}

/** The token of a session that lasts until `expiresAt`. It needs no cookie, which browsers refuse to most frames. */
export function writeFrameSession(session: FrameSession, expiresAt: Date): string {
  return PREFIX + sealText(PURPOSE, session, expiresAt)
}

/** The session of a token; null for other texts, and after its end. */
export function readFrameSession(text: string, now: Date): (FrameSession & Expiring) | null {
  return isFrameSession(text) ? openText<FrameSession>(PURPOSE, text.slice(PREFIX.length), now) : null
}

/**
 * The token of the same session with another secret: a code that is confirmed in a frame counts for it. The
 * sender who asked for the link may know the token before, and must not know this one.
 */
export function renewFrameSession(text: string, now: Date): string | null {
  const session = readFrameSession(text, now)
  return session && writeFrameSession(session, new Date(session.expiresAt))
}

/** Whether a text is the token of a frame's session, perhaps of one that has ended. */
export const isFrameSession = (text: string): boolean => text.startsWith(PREFIX)

/** Encrypts a value for a URL. */
export function sealText(purpose: string, value: object, expiresAt: Date): string {
  const content = JSON.stringify({ ...value, expiresAt: expiresAt.getTime() })
  return encrypt(purpose, Buffer.from(content)).toString('base64url')
}

/** Reverses `sealText`; null for other texts, and after `expiresAt`. */
export function openText<T extends object>(purpose: string, text: string, now: Date): (T & Expiring) | null {
  const bytes = Buffer.from(text, 'base64url')
  // Other spellings of the same bytes would be other links, each of which works once.
  if (bytes.toString('base64url') !== text) return null
  try {
    const content = JSON.parse(decrypt(purpose, bytes).toString())
    return content.expiresAt > now.getTime() ? content : null
  } catch {
    return null
  }
}
