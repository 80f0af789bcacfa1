import {
  createHash,
  createHmac,
  hash,
  type KeyObject,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto'

/** An unguessable token: `bytes` random bytes in base64url without padding. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** SHA-256 in lower-case hexadecimal. */
export function sha256Hex(data: Uint8Array | string): string {
  return hash('sha256', data)
}

/** HMAC-SHA-256 in lower-case hexadecimal. */
export function hmacHex(key: KeyObject, data: Uint8Array | string): string {
  return createHmac('sha256', key).update(data).digest('hex')
}

/** A code of six digits from an HMAC, truncated as for HOTP (RFC 4226, section 5.3). */
export function sixDigits(mac: Buffer): string {
  const offset = mac.at(-1)! & 0x0f
  const truncated = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(truncated % 1_000_000).padStart(6, '0')
}

/** Compares two strings in a time that does not depend on where they differ. */
export function sameSecret(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest()
  const right = createHash('sha256').update(b).digest()
  return timingSafeEqual(left, right)
}

/** The id of one request, on its response and its log lines. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`
}
