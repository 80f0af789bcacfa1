import { hmacHex, randomToken, sameSecret } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'

/** A salted hash of an access code. Spaces and case do not count: codes are passed on by voice and on paper. */
export function hashAccessCode(code: string): string {
  const salt = randomToken(16)
  return `${salt}.${hashWith(salt, code)}`
}

/** Whether the code is the one that was hashed, in the same time for every code. */
export function isAccessCode(code: string, saltedHash: string): boolean {
  const [salt = '', hash = ''] = saltedHash.split('.')
  return sameSecret(hash, hashWith(salt, code))
}

/** The code as it is compared. */
export const normalizeAccessCode = (code: string) => code.normalize('NFKC').replace(/\s+/g, '').toLowerCase()

const hashWith = (salt: string, code: string) =>
  hmacHex(deriveKey('access code'), `${salt} ${normalizeAccessCode(code)}`)
