import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import * as asn1js from 'asn1js'
import { readTstInfo } from '../time-stamps/tst-info.ts'
import { algorithmWeakness, hashes, hashName, signatureFault } from './algorithms.ts'
import { type Asn1, childrenOf, dotted, octetsOf } from './asn1.ts'
import { fieldsOf, keyIdentifierOf } from './certificate.ts'
import { oid } from './cms.ts'
import { readSignedDataCached, type SignedData, type SignerInfo } from './cms-read.ts'

/** The bytes that a signature covers; hashing does not copy them. */
export interface SignedBytes {
  /** Digest of the bytes; `algorithm` as node:crypto names it. */
  digest(algorithm: string): Uint8Array
  /** The bytes themselves, for signatures without signed attributes. */
  read(): Uint8Array
}

/** Result of verifying a CMS signature. */
export interface CmsVerdict {
  digestOk: boolean
  signatureOk: boolean
  /** Signer's certificate, DER; null when the signature does not contain it. */
  certificate: Uint8Array | null
  /** Other certificates in the signature, DER, in no order; not verified. */
  otherCertificates: Uint8Array[]
  /** Time in the content of a time-stamp token (RFC 3161, 2.4.2); absent for other signatures. */
  stampedAt?: Date
  /** The weak algorithm of the signature, as a noun phrase (`SHA-1`); null without one. */
  weakness: string | null
  /** Sentences that say what is wrong; empty when valid. */
  faults: string[]
}

/** Sub-filters of CMS signatures (ISO 32000-2, 12.8.3.3 and 12.8.5; ISO 32000-1 for pkcs7.sha1). */
const subFilters = new Set(['adbe.pkcs7.detached', 'adbe.pkcs7.sha1', 'ETSI.CAdES.detached', 'ETSI.RFC3161'])

/**
 * Verifies the CMS object of one signature over `bytes` (RFC 5652, 5.4 to 5.6).
 *
 * @param der the value of /Contents; zeros after the object are ignored
 * @param subFilter ETSI.CAdES.detached and ETSI.RFC3161 require more than adbe.pkcs7.detached and adbe.pkcs7.sha1
 */
export function verifyCms(der: Uint8Array, subFilter: string, bytes: SignedBytes): CmsVerdict {
  const cmsVerdict: CmsVerdict = {
    digestOk: false,
    signatureOk: false,
    certificate: null,
    otherCertificates: [],
    weakness: null,
    faults: [],
  }
  if (!subFilters.has(subFilter)) {
    cmsVerdict.faults.push(`The signature's sub-filter ${subFilter || '(none)'} is unknown.`)
    return cmsVerdict
  }
  try {
    check(readSignedDataCached(der), subFilter, bytes, cmsVerdict)
  } catch (error) {
    cmsVerdict.faults.push(`The signature cannot be read: ${(error as Error).message}`)
  }
  return cmsVerdict
}

/** Verifies what was read and enters the results into `verdict`. @throws Error when a part is missing or unreadable */
function check(signedData: SignedData, subFilter: string, bytes: SignedBytes, cmsVerdict: CmsVerdict): void {
  const { signer } = signedData
  const certificate = signerCertificate(signedData)
  if (!certificate) throw new Error("the signer's certificate is missing")
  const key = publicKeyOf(certificate)
  cmsVerdict.certificate = certificate
  cmsVerdict.otherCertificates = signedData.certificates.filter((other) => other !== certificate)
  const hash = hashName(signer.digestAlgorithm)
  cmsVerdict.digestOk = digestMatches(signedData, subFilter, hash, bytes, cmsVerdict)
  if (!cmsVerdict.digestOk) cmsVerdict.faults.push('The signed bytes were changed.')
  const data = signer.signedBytes ?? signedData.content ?? bytes.read()
  const fault =
    algorithmProtectionFault(signer) ??
    signatureFault(key, signer.signatureAlgorithm, hash, data, signer.signature)
  if (fault) cmsVerdict.faults.push(fault)
  else cmsVerdict.weakness = algorithmWeakness(key, hash)
  const isIdentified = identifiesCertificate(signer, certificate)
  // PAdES and RFC 3161 require the attribute.
  const mustIdentify = subFilter.startsWith('ETSI.')
  if (isIdentified === false)
    cmsVerdict.faults.push('The signing-certificate attribute identifies another certificate.')
  if (isIdentified === null && mustIdentify)
    cmsVerdict.faults.push('The signature has no signing-certificate attribute.')
  cmsVerdict.signatureOk = !fault && (isIdentified ?? !mustIdentify)
}

/** @throws Error when it is no certificate, or its key type is unknown. */
function publicKeyOf(certificate: Uint8Array): KeyObject {
  try {
    return new X509Certificate(certificate).publicKey
  } catch {
    throw new Error("the signer's certificate cannot be read")
  }
}

/** The algorithm protection attribute (RFC 6211), if present, must repeat the algorithms. */
function algorithmProtectionFault(signer: SignerInfo): string | null {
  if (!signer.signedAttributes?.some(({ type }) => type === oid.algorithmProtection)) return null
  const [digest, signature] = childrenOf(attributeValue(signer, oid.algorithmProtection))
  const isSame =
    dotted(childrenOf(digest)[0]) === signer.digestAlgorithm.id &&
    dotted(childrenOf(signature)[0]) === signer.signatureAlgorithm.id
  return isSame ? null : "The algorithm protection attribute does not match the signature's algorithms."
}

/** Whether the message-digest attribute matches the content, which depends on the sub-filter. */
function digestMatches(
  { signer, contentType, content }: SignedData,
  subFilter: string,
  hash: string,
  bytes: SignedBytes,
  cmsVerdict: CmsVerdict,
): boolean {
  const attributes = signer.signedAttributes
  const messageDigest = attributes && octetsOf(attributeValue(signer, oid.messageDigest))
  if (attributes && (!messageDigest || dotted(attributeValue(signer, oid.contentType)) !== contentType))
    return false
  if (subFilter === 'ETSI.RFC3161') {
    if (!content || !messageDigest || contentType !== oid.tstInfo) return false
    const { hashAlgorithm, digest, time } = readTstInfo(content)
    cmsVerdict.stampedAt = time
    const isOfBytes = equal(digest, bytes.digest(hashName({ id: hashAlgorithm })))
    return isOfBytes && equal(messageDigest, createHash(hash).update(content).digest())
  }
  if (subFilter === 'adbe.pkcs7.sha1') {
    if (!content || !equal(content, bytes.digest('sha1'))) return false
    return !messageDigest || equal(messageDigest, createHash(hash).update(content).digest())
  }
  // A detached signature has no content.
  if (content) return false
  return !messageDigest || equal(messageDigest, bytes.digest(hash))
}

/**
 * Finds the signer's certificate by issuer and serial number. Falls back to the serial number, because an issuer
 * name may be encoded in two ways.
 */
function signerCertificate({ certificates, signer: { sid } }: SignedData): Uint8Array | undefined {
  if ('keyIdentifier' in sid)
    return certificates.find((der) => equal(keyIdentifierOf(der), sid.keyIdentifier))
  const sameNumber = certificates.filter((der) => equal(fieldsOf(der).serialNumber, sid.serialNumber))
  return sameNumber.find((der) => equal(fieldsOf(der).issuer, sid.issuer)) ?? sameNumber[0]
}

/**
 * Whether signing-certificate (RFC 2634, 5.4) or signing-certificate-v2 (RFC 5035, 3) identifies this certificate
 * as the first; null when neither attribute is present.
 */
function identifiesCertificate(signer: SignerInfo, certificate: Uint8Array): boolean | null {
  const version2 = attributeValue(signer, oid.signingCertificateV2)
  const value = version2 ?? attributeValue(signer, oid.signingCertificate)
  if (!value) return null
  // ESSCertID or ESSCertIDv2 of the first certificate.
  const certId = childrenOf(childrenOf(childrenOf(value)[0])[0])
  const certHash = octetsOf(certId.find((item) => item instanceof asn1js.OctetString))
  const algorithm = certId[0] instanceof asn1js.Sequence ? dotted(childrenOf(certId[0])[0]) : oid.sha256
  const hash = version2 ? hashes[algorithm] : 'sha1'
  return Boolean(hash && equal(certHash, createHash(hash).update(certificate).digest()))
}

/** The value of a signed attribute; undefined unless it occurs exactly once. */
function attributeValue({ signedAttributes }: SignerInfo, type: string): Asn1 | undefined {
  const matching = signedAttributes?.filter((item) => item.type === type) ?? []
  return matching.length === 1 ? matching[0]!.values[0] : undefined
}

function equal(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0
}
