import { hmacHex, randomToken, sameSecret } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'
import { withLatinDigits } from '#lib/core/text/digits'

/**
 * A salted hash of an access code. Spaces, case and the script of digits do not count: codes are passed on by voice and
 * on paper.
 */
export function hashAccessCode(code: string): string {
  const salt = randomToken(16)
  return `${salt}.${hashWith(salt, normalizeAccessCode(code))}`
}

/** Whether the code is the one that was hashed, in the same time for every code. */
export function isAccessCode(code: string, saltedHash: string): boolean {
  const [salt = '', hash = ''] = saltedHash.split('.')
  const isCode = sameSecret(hash, hashWith(salt, normalizeAccessCode(code)))
  // Earlier codes were hashed with the digits of their script.
  return sameSecret(hash, hashWith(salt, withoutSpacesAndCase(code))) || isCode
}

/** The code as it is compared. */
export const normalizeAccessCode = (code: string) => withLatinDigits(withoutSpacesAndCase(code))

const withoutSpacesAndCase = (code: string) => code.normalize('NFKC').replace(/\s+/g, '').toLowerCase()

const hashWith = (salt: string, code: string) => hmacHex(deriveKey('access code'), `${salt} ${code}`)
