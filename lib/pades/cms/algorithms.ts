import {
  constants,
  createHash,
  createPublicKey,
  type Hash,
  type KeyObject,
  publicDecrypt,
  type VerifyKeyObjectInput,
  verify,
} from 'node:crypto'
import {
  type Asn1,
  dotted,
  encoded,
  isTagged,
  isUniversal,
  parse,
  readChildren,
  readInteger,
} from './asn1.ts'
import type { Algorithm } from './cms-read.ts'
import { objectIdentifier, octetString, sequence } from './der.ts'

/** An algorithm that cannot be verified here. */
export class UnsupportedError extends Error {
  /** Its usual name, or its object identifier. */
  readonly algorithm: string

  constructor(algorithm: string) {
    super(`the algorithm ${algorithm} is not supported`)
    this.algorithm = algorithm
  }
}

/**
 * Object identifiers of hash algorithms (RFC 3279, 2.1; RFC 5754, 2; RFC 8702; ISO/IEC 10118-3) → names in
 * node:crypto.
 */
export const hashes: Record<string, string> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.36.3.2.1': 'ripemd160',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.5': 'sha512-224',
  '2.16.840.1.101.3.4.2.6': 'sha512-256',
  '2.16.840.1.101.3.4.2.7': 'sha3-224',
  '2.16.840.1.101.3.4.2.8': 'sha3-256',
  '2.16.840.1.101.3.4.2.9': 'sha3-384',
  '2.16.840.1.101.3.4.2.10': 'sha3-512',
  '2.16.840.1.101.3.4.2.12': 'shake256',
}

/** Algorithms that node:crypto does not have, by object identifier, for the report. */
const unsupportedNames: Record<string, string> = {
  '1.2.840.113549.2.2': 'MD2',
  '1.2.840.113549.2.4': 'MD4',
  '1.3.36.3.2.2': 'RIPEMD-128',
  '1.3.36.3.2.3': 'RIPEMD-256',
  '1.0.10118.3.0.55': 'Whirlpool',
  '1.2.643.2.2.9': 'GOST R 34.11-94',
  '1.2.643.7.1.1.2.2': 'GOST R 34.11-2012 (256 bits)',
  '1.2.643.7.1.1.2.3': 'GOST R 34.11-2012 (512 bits)',
  '1.2.156.10197.1.401': 'SM3',
  '1.2.840.113549.1.1.2': 'RSA with MD2',
  '1.2.156.10197.1.501': 'SM2 with SM3',
}

/** The length in bytes of the hashes without a fixed one (RFC 8419, 2.3). */
const outputLengths: Record<string, number> = { shake256: 64 }

/** A hash by its name in node:crypto; `copyHash` copies it. */
export function newHash(name: string): Hash {
  return createHash(name, { outputLength: outputLengths[name] })
}

/** A copy of the state of a hash, which has no length of its own. */
export function copyHash(hash: Hash, name: string): Hash {
  return hash.copy({ outputLength: outputLengths[name] })
}

export function computeDigest(name: string, bytes: Uint8Array): Uint8Array {
  return newHash(name).update(bytes).digest()
}

/** The name in node:crypto. @throws UnsupportedError for an unknown identifier */
export function hashName({ id }: Pick<Algorithm, 'id'>): string {
  const name = hashes[id]
  if (!name) throw new UnsupportedError(unsupportedNames[id] ?? (id || '(none)'))
  return name
}

interface Scheme {
  /** Key type as node:crypto names it. */
  keyType: string
  /** Hash algorithm; absent where the signer's digest algorithm decides. */
  hash?: string
  /** The ECDSA signature is r and s concatenated (BSI TR-03111, 5.2.1), not `Ecdsa-Sig-Value`. */
  isPlain?: boolean
}

/** Object identifiers of RSASSA-PSS and its mask generation function (RFC 4055). */
const pss = '1.2.840.113549.1.1.10'
const mgf1 = '1.2.840.113549.1.1.8'

/**
 * Signature algorithms by object identifier (RFC 3279, 4055, 5754, 5758, 8419, 8702; NIST's register for SHA-3; BSI
 * TR-03111 for plain ECDSA; TeleTrusT's for RIPEMD).
 */
const schemes: Record<string, Scheme> = {
  '1.2.840.113549.1.1.1': { keyType: 'rsa' },
  '1.2.840.113549.1.1.4': { keyType: 'rsa', hash: 'md5' },
  '1.2.840.113549.1.1.5': { keyType: 'rsa', hash: 'sha1' },
  '1.3.14.3.2.29': { keyType: 'rsa', hash: 'sha1' },
  '1.3.36.3.3.1.2': { keyType: 'rsa', hash: 'ripemd160' },
  '1.2.840.113549.1.1.14': { keyType: 'rsa', hash: 'sha224' },
  '1.2.840.113549.1.1.11': { keyType: 'rsa', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { keyType: 'rsa', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { keyType: 'rsa', hash: 'sha512' },
  '1.2.840.113549.1.1.15': { keyType: 'rsa', hash: 'sha512-224' },
  '1.2.840.113549.1.1.16': { keyType: 'rsa', hash: 'sha512-256' },
  '2.16.840.1.101.3.4.3.13': { keyType: 'rsa', hash: 'sha3-224' },
  '2.16.840.1.101.3.4.3.14': { keyType: 'rsa', hash: 'sha3-256' },
  '2.16.840.1.101.3.4.3.15': { keyType: 'rsa', hash: 'sha3-384' },
  '2.16.840.1.101.3.4.3.16': { keyType: 'rsa', hash: 'sha3-512' },
  '1.2.840.10045.2.1': { keyType: 'ec' },
  '1.2.840.10045.4.1': { keyType: 'ec', hash: 'sha1' },
  '1.2.840.10045.4.3.1': { keyType: 'ec', hash: 'sha224' },
  '1.2.840.10045.4.3.2': { keyType: 'ec', hash: 'sha256' },
  '1.2.840.10045.4.3.3': { keyType: 'ec', hash: 'sha384' },
  '1.2.840.10045.4.3.4': { keyType: 'ec', hash: 'sha512' },
  '2.16.840.1.101.3.4.3.9': { keyType: 'ec', hash: 'sha3-224' },
  '2.16.840.1.101.3.4.3.10': { keyType: 'ec', hash: 'sha3-256' },
  '2.16.840.1.101.3.4.3.11': { keyType: 'ec', hash: 'sha3-384' },
  '2.16.840.1.101.3.4.3.12': { keyType: 'ec', hash: 'sha3-512' },
  '0.4.0.127.0.7.1.1.4.1.1': { keyType: 'ec', hash: 'sha1', isPlain: true },
  '0.4.0.127.0.7.1.1.4.1.2': { keyType: 'ec', hash: 'sha224', isPlain: true },
  '0.4.0.127.0.7.1.1.4.1.3': { keyType: 'ec', hash: 'sha256', isPlain: true },
  '0.4.0.127.0.7.1.1.4.1.4': { keyType: 'ec', hash: 'sha384', isPlain: true },
  '0.4.0.127.0.7.1.1.4.1.5': { keyType: 'ec', hash: 'sha512', isPlain: true },
  '0.4.0.127.0.7.1.1.4.1.6': { keyType: 'ec', hash: 'ripemd160', isPlain: true },
  '0.4.0.127.0.7.1.1.4.1.8': { keyType: 'ec', hash: 'sha3-224', isPlain: true },
  '0.4.0.127.0.7.1.1.4.1.9': { keyType: 'ec', hash: 'sha3-256', isPlain: true },
  '0.4.0.127.0.7.1.1.4.1.10': { keyType: 'ec', hash: 'sha3-384', isPlain: true },
  '0.4.0.127.0.7.1.1.4.1.11': { keyType: 'ec', hash: 'sha3-512', isPlain: true },
  '1.3.36.3.3.2.2': { keyType: 'ec', hash: 'ripemd160' },
  '1.2.840.10040.4.1': { keyType: 'dsa' },
  '1.2.840.10040.4.3': { keyType: 'dsa', hash: 'sha1' },
  '2.16.840.1.101.3.4.3.1': { keyType: 'dsa', hash: 'sha224' },
  '2.16.840.1.101.3.4.3.2': { keyType: 'dsa', hash: 'sha256' },
  '2.16.840.1.101.3.4.3.3': { keyType: 'dsa', hash: 'sha384' },
  '2.16.840.1.101.3.4.3.4': { keyType: 'dsa', hash: 'sha512' },
  '1.3.101.112': { keyType: 'ed25519', hash: 'sha512' },
  '1.3.101.113': { keyType: 'ed448', hash: 'shake256' },
}

/**
 * Verifies a signature value over `data`. The algorithm must match the type of `key`, and use the signer's digest
 * algorithm (RFC 8933, 3).
 *
 * @param hash the signer's digest algorithm as node:crypto names it
 * @returns null when valid, else a sentence that says what is wrong
 * @throws UnsupportedError
 */
export function findSignatureFault(
  key: KeyObject,
  algorithm: Algorithm,
  hash: string,
  data: Uint8Array,
  signature: Uint8Array,
): string | null {
  const mismatch = 'The signature does not match its certificate.'
  if (algorithm.id === pss) {
    const parameters = readPssParameters(algorithm, hash)
    if (parameters === null) return `The signature algorithm does not match the digest algorithm ${hash}.`
    if (!['rsa', 'rsa-pss'].includes(key.asymmetricKeyType ?? '')) return mismatch
    const { saltLength, maskHash } = parameters
    const isBound = maskHash === hash || key.asymmetricKeyDetails?.hashAlgorithm !== undefined
    const boundKey = isBound ? key : withParameters(key, algorithm)
    const options = { key: boundKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
    return isVerified(hash, data, options, signature) ? null : mismatch
  }
  const scheme = schemes[algorithm.id]
  if (!scheme) throw new UnsupportedError(unsupportedNames[algorithm.id] ?? (algorithm.id || '(none)'))
  if (scheme.keyType !== key.asymmetricKeyType)
    return 'The signature algorithm does not match the key of the certificate.'
  if (scheme.hash && scheme.hash !== hash)
    return `The signature algorithm does not match the digest algorithm ${hash}.`
  // The Edwards curves hash by themselves: node:crypto takes null.
  const hashArgument = scheme.keyType.startsWith('ed') ? null : hash
  const dsaEncoding = scheme.isPlain ? 'ieee-p1363' : 'der'
  if (isVerified(hashArgument, data, { key, dsaEncoding }, signature)) return null
  return scheme.keyType === 'rsa' && isOfShortDigestInfo(key, hash, data, signature) ? null : mismatch
}

/**
 * Whether an RSA signature is that of a DigestInfo whose hash algorithm has no parameters. RFC 8017, 9.2 wants NULL; some
 * smart cards leave it out, as CMS does elsewhere (RFC 5754, 2).
 */
function isOfShortDigestInfo(key: KeyObject, hash: string, data: Uint8Array, signature: Uint8Array): boolean {
  const id = Object.keys(hashes).find((id) => hashes[id] === hash)
  if (!id) return false
  const digest = createHash(hash).update(data).digest()
  const digestInfo = sequence(sequence(objectIdentifier(id)), octetString(digest))
  try {
    return publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature).equals(digestInfo)
  } catch {
    return false
  }
}

/** How a signature is valid; null where it is not. */
export type Strength = 'strong' | 'weak' | null

/**
 * Whether a signature whose algorithm names the hash too, as those of certificates and revocation lists do, is valid, and
 * whether its algorithm or key is weak. @throws UnsupportedError
 */
export function judgeSignature(
  key: KeyObject,
  algorithm: Algorithm,
  data: Uint8Array,
  signature: Uint8Array,
): Strength {
  const hash = readOwnHash(algorithm)
  if (!hash || findSignatureFault(key, algorithm, hash, data, signature) !== null) return null
  return findWeakAlgorithms(key, [hash]) || findKeyWeakness(key) ? 'weak' : 'strong'
}

/** The hash of a signature whose algorithm names it; undefined of an algorithm that is unknown here. */
function readOwnHash(algorithm: Algorithm): string | undefined {
  return algorithm.id === pss ? readPssHash(algorithm) : schemes[algorithm.id]?.hash
}

/**
 * The weak algorithms of a signature whose algorithm names the hash too, as `findWeakAlgorithms` names them; one that is
 * unknown here is not known to be strong.
 */
export function findWeakScheme(key: KeyObject, algorithm: Algorithm): string | null {
  const hash = readOwnHash(algorithm)
  return hash
    ? findWeakAlgorithms(key, [hash])
    : (unsupportedNames[algorithm.id] ?? (algorithm.id || '(none)'))
}

/** @throws UnsupportedError where OpenSSL does not combine the hash with the type of the key */
function isVerified(
  hash: string | null,
  data: Uint8Array,
  key: VerifyKeyObjectInput,
  signature: Uint8Array,
): boolean {
  try {
    return verify(hash, data, key, signature)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_OSSL_DIGEST_NOT_ALLOWED')
      throw new UnsupportedError(`${keyLabel(key.key)} with ${hashLabel(hash)}`)
    throw error
  }
}

/** The hash algorithm of RSASSA-PSS parameters, of which `[0]` is the hashAlgorithm. */
function readPssHash({ parameters }: Algorithm): string | undefined {
  const algorithm = readChildren(parameters).find((item) => isTagged(item, 0))
  return hashes[dotted(readChildren(readChildren(algorithm)[0])[0])]
}

/** An RSA key with the parameters of RSASSA-PSS: node:crypto takes another hash of the mask from the key only. */
function withParameters(key: KeyObject, { id, parameters }: Algorithm): KeyObject {
  const [, publicKey] = readChildren(parse(key.export({ type: 'spki', format: 'der' })))
  const algorithm = sequence(objectIdentifier(id), encoded(parameters!))
  const bound = sequence(algorithm, encoded(publicKey!))
  return createPublicKey({ key: bound, type: 'spki', format: 'der' })
}

/**
 * RSASSA-PSS parameters (RFC 4055, 3.1) whose hash algorithm is `hash`; that of the mask may be another one. RFC 4056, 3
 * requires the parameters. Null for any others.
 */
function readPssParameters(
  { parameters }: Algorithm,
  hash: string,
): { saltLength: number; maskHash: string } | null {
  if (!isUniversal(parameters, 'sequence')) return null
  // hashAlgorithm [0], maskGenAlgorithm [1], saltLength [2], trailerField [3].
  const elementByTag = new Map(
    readChildren(parameters).map((item) => [item.tagNumber, readChildren(item)[0]]),
  )
  const readHashName = (block: Asn1 | undefined) => (block ? hashes[dotted(readChildren(block)[0])] : 'sha1')
  const mask = elementByTag.get(1)
  const [maskAlgorithm, maskParameters] = readChildren(mask)
  const maskHash = !mask || dotted(maskAlgorithm) === mgf1 ? readHashName(maskParameters) : undefined
  if (readHashName(elementByTag.get(0)) !== hash || !maskHash) return null
  const numberAt = (tag: number, defaultValue: number) => {
    if (!elementByTag.has(tag)) return defaultValue
    return Number(readInteger(elementByTag.get(tag)) ?? -1)
  }
  const saltLength = numberAt(2, 20)
  return numberAt(3, 1) === 1 && saltLength >= 0 ? { saltLength, maskHash } : null
}

/** Hash algorithms that are no longer secure (ETSI TS 119 312, 5), with their usual names. */
const weakHashes: Record<string, string> = { md5: 'MD5', sha1: 'SHA-1', ripemd160: 'RIPEMD-160' }

/** The names of an algorithm for the report. */
function hashLabel(hash: string | null): string {
  return weakHashes[hash ?? ''] ?? `${hash}`.toUpperCase()
}

function keyLabel(key: KeyObject): string {
  return `${key.asymmetricKeyType}`.toUpperCase()
}

/**
 * The weak algorithms of a signature, such as `SHA-1, DSA`: its hashes, and DSA (withdrawn by FIPS 186-5); null
 * without one.
 */
export function findWeakAlgorithms(key: KeyObject, hashNames: Iterable<string>): string | null {
  const weak = [...hashNames].flatMap((hash) => weakHashes[hash] ?? [])
  if (key.asymmetricKeyType === 'dsa') weak.push('DSA')
  return [...new Set(weak)].join(', ') || null
}

/** The least secure sizes in bits (ETSI TS 119 312, 6). */
const minModulusBits = 2048
const minCurveBits = 224

/** A key that is too short, such as `RSA 1024`; null for a strong one. */
export function findKeyWeakness(key: KeyObject): string | null {
  const details = key.asymmetricKeyDetails
  const bits = details?.modulusLength
  if (bits !== undefined) return bits < minModulusBits ? `${keyLabel(key)} ${bits}` : null
  // OpenSSL's names of curves contain the size: prime192v1, secp160r1, brainpoolP160r1.
  const curve = details?.namedCurve ?? ''
  const curveBits = Number(/\d{3}/.exec(curve)?.[0] ?? minCurveBits)
  return curveBits < minCurveBits ? `EC ${curveBits}` : null
}
