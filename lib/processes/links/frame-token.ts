import { secondsUntil } from '#lib/core/clock'
import { decrypt, encrypt } from '#lib/core/secretbox'
import { consumeStrict } from '#lib/limits/limiter'

/** How long a link that shows a page of ours in a frame can be opened, once. */
export const FRAME_LINK_SECONDS = 600
/** How long a frame works: as long as a confirmed code counts. */
export const FRAME_SESSION_SECONDS = 12 * 3600

export interface Expiring {
  expiresAt: number
}

/** Encrypts a value for a URL. */
export function sealText(purpose: string, value: object, expiresAt: Date): string {
  const content = JSON.stringify({ ...value, expiresAt: expiresAt.getTime() })
  return encrypt(purpose, Buffer.from(content)).toString('base64url')
}

/**
 * Reverses `sealText`; null for other texts, and after `expiresAt`.
 * @param time null: also after that
 * @param seconds how long such a text is valid at most
 */
export function openText<T extends object>(
  purpose: string,
  text: string,
  time: Date | null,
  seconds: number,
): (T & Expiring) | null {
  const bytes = Buffer.from(text, 'base64url')
  // Other spellings of the same bytes would be other links, each of which works once.
  if (bytes.toString('base64url') !== text) return null
  try {
    const content = JSON.parse(decrypt(purpose, bytes).toString())
    const isOver = time && secondsUntil(new Date(content.expiresAt), time, seconds) === 0
    return isOver ? null : content
  } catch {
    return null
  }
}

/** Uses up the link of a frame. @returns whether this is its first use */
export async function consumeFrameLink(code: string): Promise<boolean> {
  const use = await consumeStrict('frame-link', code, { points: 1, windowSeconds: FRAME_LINK_SECONDS })
  return use.allowed
}
