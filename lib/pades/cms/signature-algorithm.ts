import { X509Certificate } from 'node:crypto'
import { asn1Null, type Der, integer, objectIdentifier, sequence, tagged } from './der.ts'

/** Hashes by their names in node:crypto (RFC 5754, 2), with their lengths in bytes. */
const hashes = {
  sha256: { id: '2.16.840.1.101.3.4.2.1', bytes: 32 },
  sha384: { id: '2.16.840.1.101.3.4.2.2', bytes: 48 },
  sha512: { id: '2.16.840.1.101.3.4.2.3', bytes: 64 },
} as const
type Hash = keyof typeof hashes

const pss = '1.2.840.113549.1.1.10'
const mgf1 = '1.2.840.113549.1.1.8'

/** Signature algorithms by object identifier (RFC 4055, RFC 5758); RSASSA-PSS names its hash in parameters. */
const schemes: Record<string, { keyType: 'rsa' | 'ec'; hash: Hash }> = {
  '1.2.840.113549.1.1.11': { keyType: 'rsa', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { keyType: 'rsa', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { keyType: 'rsa', hash: 'sha512' },
  [pss]: { keyType: 'rsa', hash: 'sha256' },
  '1.2.840.10045.4.3.2': { keyType: 'ec', hash: 'sha256' },
  '1.2.840.10045.4.3.3': { keyType: 'ec', hash: 'sha384' },
  '1.2.840.10045.4.3.4': { keyType: 'ec', hash: 'sha512' },
}

/** How a key signs. */
export interface SignatureAlgorithm {
  /** The object identifier of the signature algorithm. */
  id: string
  /** The name in node:crypto of the hash, which is also that of the content (RFC 8933, 3). */
  hash: Hash
  /** AlgorithmIdentifier of the hash (RFC 5754, 2). */
  digestAlgorithm: Der
  /** AlgorithmIdentifier of the signature (RFC 5754, 3.2; RFC 5758, 3.2; RFC 4055, 3.1). */
  signatureAlgorithm: Der
  isRsa: boolean
  /** The salt's length in bytes and the DER parameters of RSASSA-PSS (RFC 4055, 3.1); absent for any other scheme. */
  pss?: { saltLength: number; parameters: Der }
  /** The longest signature in bytes. */
  maxBytes: number
}

/** The curves of node:crypto, with the bytes of a coordinate. */
const curves: Record<string, number> = { prime256v1: 32, secp384r1: 48 }

/**
 * The algorithm of a key: RSASSA-PKCS1-v1_5 with SHA-256, ECDSA on P-256 with SHA-256 or on P-384 with SHA-384.
 * @throws Error for any other key
 */
export function getSignatureAlgorithm(certificate: Uint8Array): SignatureAlgorithm {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = new X509Certificate(certificate)
    .publicKey
  const id =
    type === 'rsa'
      ? '1.2.840.113549.1.1.11'
      : details?.namedCurve === 'secp384r1'
        ? '1.2.840.10045.4.3.3'
        : '1.2.840.10045.4.3.2'
  const algorithm = findSignatureAlgorithm(certificate, id)
  if (!algorithm) throw new Error(`Keys of the type ${details?.namedCurve ?? type} cannot sign here.`)
  return algorithm
}

/** The algorithm with this object identifier, by which the key of a certificate can sign; null where it cannot. */
export function findSignatureAlgorithm(certificate: Uint8Array, id: string): SignatureAlgorithm | null {
  const { asymmetricKeyType, asymmetricKeyDetails: details } = new X509Certificate(certificate).publicKey
  const scheme = schemes[id]
  if (!scheme || scheme.keyType !== asymmetricKeyType) return null
  const { keyType, hash } = scheme
  const digestAlgorithm = sequence(objectIdentifier(hashes[hash].id))
  const common = { id, hash, digestAlgorithm, isRsa: keyType === 'rsa' }
  if (keyType === 'rsa') {
    const maxBytes = Math.ceil((details?.modulusLength ?? 0) / 8)
    const parameters = id === pss ? pssParameters(hash) : asn1Null
    return {
      ...common,
      signatureAlgorithm: sequence(objectIdentifier(id), parameters),
      ...(id === pss && { pss: { saltLength: hashes[hash].bytes, parameters: Buffer.from(parameters) } }),
      maxBytes,
    }
  }
  const coordinate = curves[details?.namedCurve ?? '']
  if (!coordinate) return null
  // DER `Ecdsa-Sig-Value`: two integers, each with tag, length and a leading zero.
  return {
    ...common,
    signatureAlgorithm: sequence(objectIdentifier(id)),
    maxBytes: 2 + 2 * (3 + coordinate),
  }
}

interface AlgorithmOwner {
  algorithm?: SignatureAlgorithm
  certificate: Uint8Array
}

/** How a signer signs: as its service demands, else by the kind of its key. */
export function getAlgorithmOf({ algorithm, certificate }: AlgorithmOwner): SignatureAlgorithm {
  return algorithm ?? getSignatureAlgorithm(certificate)
}

/** The object identifier of a hash. */
export function getHashId(hash: Hash): string {
  return hashes[hash].id
}

/** RSASSA-PSS-params with one hash throughout, and a salt of its length (RFC 4055, 3.1; RFC 4056, 3). */
function pssParameters(hash: Hash): Der {
  const algorithm = sequence(objectIdentifier(hashes[hash].id), asn1Null)
  return sequence(
    tagged(0, algorithm),
    tagged(1, sequence(objectIdentifier(mgf1), algorithm)),
    tagged(2, integer(Buffer.of(hashes[hash].bytes))),
  )
}
