import { constants, type KeyObject, verify } from 'node:crypto'
import * as asn1js from 'asn1js'
import { type Asn1, childrenOf, dotted } from './asn1.ts'
import type { Algorithm } from './cms-read.ts'

/** Object identifiers of hash algorithms (RFC 5754, 2; RFC 8702) → names in node:crypto. */
export const hashes: Record<string, string> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.7': 'sha3-224',
  '2.16.840.1.101.3.4.2.8': 'sha3-256',
  '2.16.840.1.101.3.4.2.9': 'sha3-384',
  '2.16.840.1.101.3.4.2.10': 'sha3-512',
}

/** The name in node:crypto. @throws Error for an unknown identifier */
export function hashName({ id }: Pick<Algorithm, 'id'>): string {
  const name = hashes[id]
  if (!name) throw new Error(`unknown hash algorithm ${id}`)
  return name
}

interface Scheme {
  /** Key type as node:crypto names it. */
  keyType: string
  /** Hash algorithm; absent where the signer's digest algorithm decides. */
  hash?: string
}

/** Object identifiers of RSASSA-PSS and its mask generation function (RFC 4055). */
const pss = '1.2.840.113549.1.1.10'
const mgf1 = '1.2.840.113549.1.1.8'

/** Signature algorithms by object identifier (RFC 3279, 4055, 5754, 5758, 8419, 8702; NIST's register for SHA-3). */
const schemes: Record<string, Scheme> = {
  '1.2.840.113549.1.1.1': { keyType: 'rsa' },
  '1.2.840.113549.1.1.5': { keyType: 'rsa', hash: 'sha1' },
  '1.2.840.113549.1.1.14': { keyType: 'rsa', hash: 'sha224' },
  '1.2.840.113549.1.1.11': { keyType: 'rsa', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { keyType: 'rsa', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { keyType: 'rsa', hash: 'sha512' },
  '2.16.840.1.101.3.4.3.13': { keyType: 'rsa', hash: 'sha3-224' },
  '2.16.840.1.101.3.4.3.14': { keyType: 'rsa', hash: 'sha3-256' },
  '2.16.840.1.101.3.4.3.15': { keyType: 'rsa', hash: 'sha3-384' },
  '2.16.840.1.101.3.4.3.16': { keyType: 'rsa', hash: 'sha3-512' },
  '1.2.840.10045.4.1': { keyType: 'ec', hash: 'sha1' },
  '1.2.840.10045.4.3.1': { keyType: 'ec', hash: 'sha224' },
  '1.2.840.10045.4.3.2': { keyType: 'ec', hash: 'sha256' },
  '1.2.840.10045.4.3.3': { keyType: 'ec', hash: 'sha384' },
  '1.2.840.10045.4.3.4': { keyType: 'ec', hash: 'sha512' },
  '2.16.840.1.101.3.4.3.9': { keyType: 'ec', hash: 'sha3-224' },
  '2.16.840.1.101.3.4.3.10': { keyType: 'ec', hash: 'sha3-256' },
  '2.16.840.1.101.3.4.3.11': { keyType: 'ec', hash: 'sha3-384' },
  '2.16.840.1.101.3.4.3.12': { keyType: 'ec', hash: 'sha3-512' },
  '1.2.840.10040.4.3': { keyType: 'dsa', hash: 'sha1' },
  '2.16.840.1.101.3.4.3.1': { keyType: 'dsa', hash: 'sha224' },
  '2.16.840.1.101.3.4.3.2': { keyType: 'dsa', hash: 'sha256' },
  '1.3.101.112': { keyType: 'ed25519', hash: 'sha512' },
}

/**
 * Verifies a signature value over `data`. The algorithm must be known, match the type of `key`, and use the
 * signer's digest algorithm (RFC 8933, 3).
 *
 * @param hash the signer's digest algorithm as node:crypto names it
 * @returns null when valid, else a sentence that says what is wrong
 */
export function signatureFault(
  key: KeyObject,
  algorithm: Algorithm,
  hash: string,
  data: Uint8Array,
  signature: Uint8Array,
): string | null {
  const mismatch = 'The signature does not match its certificate.'
  if (algorithm.id === pss) {
    const saltLength = saltLengthOf(algorithm, hash)
    if (saltLength === null) return `The signature algorithm does not match the digest algorithm ${hash}.`
    if (!['rsa', 'rsa-pss'].includes(key.asymmetricKeyType ?? '')) return mismatch
    const options = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
    return verify(hash, data, options, signature) ? null : mismatch
  }
  const scheme = schemes[algorithm.id]
  if (!scheme) return `The signature algorithm ${algorithm.id || '(none)'} is unknown.`
  if (scheme.keyType !== key.asymmetricKeyType)
    return 'The signature algorithm does not match the key of the certificate.'
  if (scheme.hash && scheme.hash !== hash)
    return `The signature algorithm does not match the digest algorithm ${hash}.`
  // Ed25519 hashes by itself: node:crypto takes null.
  const hashArgument = scheme.keyType === 'ed25519' ? null : hash
  return verify(hashArgument, data, key, signature) ? null : mismatch
}

/**
 * The salt length of RSASSA-PSS parameters (RFC 4055, 3.1) that use `hash` throughout; RFC 4056, 3 requires the
 * parameters. Null for any others.
 */
function saltLengthOf({ parameters }: Algorithm, hash: string): number | null {
  if (!(parameters instanceof asn1js.Sequence)) return null
  // hashAlgorithm [0], maskGenAlgorithm [1], saltLength [2], trailerField [3].
  const elementByTag = new Map(
    childrenOf(parameters).map((item) => [item.idBlock.tagNumber, childrenOf(item)[0]]),
  )
  const hashOf = (block: Asn1 | undefined) => (block ? hashes[dotted(childrenOf(block)[0])] : 'sha1')
  const [maskAlgorithm, maskHash] = childrenOf(elementByTag.get(1))
  const isMaskHashSame = elementByTag.has(1)
    ? dotted(maskAlgorithm) === mgf1 && hashOf(maskHash) === hash
    : hash === 'sha1'
  if (hashOf(elementByTag.get(0)) !== hash || !isMaskHashSame) return null
  const numberAt = (tag: number, defaultValue: number) => {
    const item = elementByTag.get(tag)
    return item instanceof asn1js.Integer
      ? item.valueBlock.valueDec
      : elementByTag.has(tag)
        ? -1
        : defaultValue
  }
  const saltLength = numberAt(2, 20)
  return numberAt(3, 1) === 1 && saltLength >= 0 ? saltLength : null
}

const minRsaBits = 2048

/** A weak algorithm as a noun phrase (ETSI TS 119 312, 5 and 6); null when hash and key are strong enough. */
export function algorithmWeakness(key: KeyObject, hash: string): string | null {
  if (hash === 'sha1') return 'SHA-1'
  const bits = key.asymmetricKeyDetails?.modulusLength
  return bits !== undefined && bits < minRsaBits ? `an RSA or DSA key of ${bits} bits` : null
}
