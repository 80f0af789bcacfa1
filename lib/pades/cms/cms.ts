import { createHash } from 'node:crypto'
import { readCertificateFields } from './certificate.ts'
import { type Der, integer, objectIdentifier, octetString, sequence, setOf, tagged, time } from './der.ts'
import type { SigningIdentity } from './identity.ts'
import { getAlgorithmOf } from './signature-algorithm.ts'

/** Object identifiers of RFC 5652, RFC 3161, RFC 5035, RFC 5126, RFC 5754, RFC 6211 and RFC 5758. */
export const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  algorithmProtection: '1.2.840.113549.1.9.52',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  commitmentType: '1.2.840.113549.1.9.16.2.16',
  signaturePolicy: '1.2.840.113549.1.9.16.2.15',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const

/** CMSVersion of SignedData and SignerInfo (RFC 5652, 5.1 and 5.3). */
const version1 = integer(Buffer.of(1))

/**
 * Makes a detached CMS signature over content with this digest (RFC 5652, 5; CAdES-B of EN 319 122-1, 5 and
 * 6.3). Signed attributes are content-type, message-digest and signing-certificate-v2; signing-time outside of PDF
 * files only, because PAdES uses /M of the signature dictionary (EN 319 142-1, 6.3). Contains the certificate chain and,
 * if the identity has `stamp`, a signature time stamp as unsigned attribute (CAdES-T; EN 319 122-1, 5.3).
 *
 * @param digest by the hash of the identity's algorithm (`getAlgorithmOf`)
 * @param signedAt the signing-time
 * @returns DER ContentInfo
 * @throws the errors of `identity.sign` and `identity.stamp`
 */
export async function signDigest(
  digest: Uint8Array,
  identity: SigningIdentity,
  { signedAt }: { signedAt?: Date } = {},
): Promise<Der> {
  const { issuer, serialNumber } = readCertificateFields(identity.certificate)
  const { digestAlgorithm, signatureAlgorithm } = getAlgorithmOf(identity)
  const attributes = [
    attribute(oid.contentType, objectIdentifier(oid.data)),
    attribute(oid.messageDigest, octetString(digest)),
    attribute(oid.signingCertificateV2, signingCertificateV2(identity.certificate)),
    ...(signedAt ? [attribute(oid.signingTime, time(signedAt))] : []),
  ].sort(Buffer.compare)
  // The signature covers them with the tag of SET OF; SignerInfo has them with an implicit tag (5.4).
  const signature = await identity.sign(setOf(...attributes))
  const token = await identity.stamp?.(createHash('sha256').update(signature).digest())
  const signerInfo = sequence(
    version1,
    sequence(issuer, serialNumber),
    digestAlgorithm,
    tagged(0, ...attributes),
    signatureAlgorithm,
    octetString(signature),
    ...(token ? [tagged(1, attribute(oid.timeStampToken, token))] : []),
  )
  const signedData = sequence(
    version1,
    setOf(digestAlgorithm),
    sequence(objectIdentifier(oid.data)),
    tagged(0, identity.certificate, ...identity.chain),
    setOf(signerInfo),
  )
  return sequence(objectIdentifier(oid.signedData), tagged(0, signedData))
}

/**
 * `SigningCertificateV2` with one ESSCertIDv2; its hash algorithm is the default, SHA-256, and therefore omitted
 * (RFC 5035, 3).
 */
function signingCertificateV2(certificate: Uint8Array): Der {
  const hash = createHash('sha256').update(certificate).digest()
  return sequence(sequence(sequence(octetString(hash))))
}

/** An Attribute with one value (RFC 5652, 5.3). */
export function attribute(type: string, value: Uint8Array): Der {
  return sequence(objectIdentifier(type), setOf(value))
}
