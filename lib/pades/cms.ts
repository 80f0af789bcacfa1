import { createHash } from 'node:crypto'
import * as asn1js from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import type { SigningIdentity } from './identity.ts'
import { remembering } from './parsed.ts'

/** Object identifiers of RFC 5652, RFC 5035, RFC 5754 and RFC 5758. */
export const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const

/**
 * A detached CMS signature over content with this SHA-256 `digest` (RFC 5652, 5; CAdES-B of EN 319 122-1, 5 and 6.3):
 * signed attributes content-type, message-digest and signing-certificate-v2, no signing-time, which PAdES leaves to
 * the /M of the signature dictionary (EN 319 142-1, 6.3). The chain travels with it.
 *
 * @param digest 32 bytes
 * @returns DER ContentInfo
 * @throws whatever `identity.sign` throws
 */
export async function signDigest(
  digest: Uint8Array,
  identity: SigningIdentity,
): Promise<Uint8Array<ArrayBuffer>> {
  const certificate = readCertificate(identity.certificate)
  const attributes = sortDer([
    attribute(oid.contentType, new asn1js.ObjectIdentifier({ value: oid.data })),
    attribute(oid.messageDigest, octets(digest)),
    attribute(oid.signingCertificateV2, signingCertificateV2(identity.certificate)),
  ])
  const signature = await identity.sign(encodeSet(attributes))
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
    digestAlgorithm: new AlgorithmIdentifier({ algorithmId: oid.sha256 }),
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
    signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: oid.ecdsaWithSha256 }),
    signature: octets(signature),
  })
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: oid.sha256 })],
    certificates: [certificate, ...identity.chain.map(readCertificate)],
    signerInfos: [signer],
  })
  const info = new ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) })
  return new Uint8Array(info.toSchema().toBER())
}

/** `SigningCertificateV2` with one ESSCertIDv2, its hash algorithm the default SHA-256 and so not written (RFC 5035, 3). */
function signingCertificateV2(certificate: Uint8Array): asn1js.Sequence {
  const hash = createHash('sha256').update(certificate).digest()
  const essCertId = new asn1js.Sequence({ value: [octets(hash)] })
  return new asn1js.Sequence({ value: [new asn1js.Sequence({ value: [essCertId] })] })
}

function octets(bytes: Uint8Array): asn1js.OctetString {
  return new asn1js.OctetString({ valueHex: new Uint8Array(bytes) })
}

const readCertificate = remembering((der) => Certificate.fromBER(new Uint8Array(der)))

function attribute(type: string, value: asn1js.AsnType): Attribute {
  return new Attribute({ type, values: [value] })
}

/** DER wants the elements of a SET OF in the order of their encodings (X.690, 11.6). */
function sortDer(attributes: Attribute[]): Attribute[] {
  const encoded = attributes.map((item) => ({ item, der: Buffer.from(item.toSchema().toBER()) }))
  return encoded.sort((a, b) => Buffer.compare(a.der, b.der)).map(({ item }) => item)
}

/** The signed attributes as they are signed: with the tag of SET OF (RFC 5652, 5.4). */
function encodeSet(attributes: Attribute[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new asn1js.Set({ value: attributes.map((item) => item.toSchema()) }).toBER())
}
