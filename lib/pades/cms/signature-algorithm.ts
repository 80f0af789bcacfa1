import { X509Certificate } from 'node:crypto'
import { asn1Null, type Der, objectIdentifier, sequence } from './der.ts'

/** Object identifiers of RFC 5754 and RFC 5758. */
const oid = {
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  ecdsaWithSha384: '1.2.840.10045.4.3.3',
} as const

/** How the key of a certificate signs. */
export interface SignatureAlgorithm {
  /** The name in node:crypto of the hash, which is also that of the content (RFC 8933, 3). */
  hash: 'sha256' | 'sha384'
  /** AlgorithmIdentifier of the hash (RFC 5754, 2). */
  digestAlgorithm: Der
  /** AlgorithmIdentifier of the signature (RFC 5754, 3.2; RFC 5758, 3.2). */
  signatureAlgorithm: Der
  isRsa: boolean
  /** The longest signature in bytes. */
  maxBytes: number
}

const identifier = (type: string, ...parameters: Uint8Array[]) =>
  sequence(objectIdentifier(type), ...parameters)
const sha256 = identifier(oid.sha256)
const sha384 = identifier(oid.sha384)

/** The longest DER `Ecdsa-Sig-Value`: two integers, each with tag, length and a leading zero. */
const p256MaxBytes = 2 + 2 * (3 + 32)
const p384MaxBytes = 2 + 2 * (3 + 48)

/**
 * The algorithm of a key: RSASSA-PKCS1-v1_5 with SHA-256, ECDSA on P-256 with SHA-256 or on P-384 with SHA-384.
 * @throws Error for any other key
 */
export function getSignatureAlgorithm(certificate: Uint8Array): SignatureAlgorithm {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = new X509Certificate(certificate)
    .publicKey
  if (type === 'rsa' && details?.modulusLength)
    return {
      hash: 'sha256',
      digestAlgorithm: sha256,
      signatureAlgorithm: identifier(oid.sha256WithRsa, asn1Null),
      isRsa: true,
      maxBytes: Math.ceil(details.modulusLength / 8),
    }
  if (details?.namedCurve === 'prime256v1')
    return {
      hash: 'sha256',
      digestAlgorithm: sha256,
      signatureAlgorithm: identifier(oid.ecdsaWithSha256),
      isRsa: false,
      maxBytes: p256MaxBytes,
    }
  if (details?.namedCurve === 'secp384r1')
    return {
      hash: 'sha384',
      digestAlgorithm: sha384,
      signatureAlgorithm: identifier(oid.ecdsaWithSha384),
      isRsa: false,
      maxBytes: p384MaxBytes,
    }
  throw new Error(`Keys of the type ${details?.namedCurve ?? type} cannot sign here.`)
}
