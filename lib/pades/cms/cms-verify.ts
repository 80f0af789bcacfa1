import type { KeyObject, X509Certificate } from 'node:crypto'
import { timeStampFilters } from '#lib/pdf/fields/locks'
import { readTstInfo } from '../time-stamps/tst-info.ts'
import {
  computeDigest,
  findKeyWeakness,
  findSignatureFault,
  findWeakAlgorithms,
  hashes,
  hashName,
  UnsupportedError,
} from './algorithms.ts'
import { type Asn1, dotted, isUniversal, parse, readChildren, readOctets } from './asn1.ts'
import { readCertificate, readCertificateFields, readKeyIdentifier } from './certificate.ts'
import { oid } from './cms.ts'
import { readSignedDataCached, type SignedData, type SignerInfo } from './cms-read.ts'
import type { FindCertificate } from './known-certificates.ts'

/** The bytes that a signature covers; hashing does not copy them. */
export interface SignedBytes {
  /** Digest of the bytes; `algorithm` as node:crypto names it. */
  digest(algorithm: string): Uint8Array
  /** The bytes themselves, for signatures without signed attributes. */
  read(): Uint8Array
}

/** Result of verifying a CMS signature. */
export interface CmsVerdict {
  /** Null where the signature cannot be read, or its hash algorithm or sub-filter is unsupported: the bytes were not compared. */
  digestOk: boolean | null
  /** The signature value matches the certificate, and the signing-certificate attribute identifies it. */
  signatureOk: boolean
  /**
   * The signature value matches, but the signing-certificate attribute identifies another certificate, or is missing
   * although the sub-filter requires it.
   */
  isUnidentified: boolean
  /** Signer's certificate, DER; null when it was not found. */
  certificate: Uint8Array | null
  /** Other certificates in the signature, DER, in no order; not verified. */
  otherCertificates: Uint8Array[]
  /** Time in the content of a time-stamp token (RFC 3161, 2.4.2); absent for other signatures. */
  stampedAt?: Date
  /** The weak algorithms of the signature (`SHA-1`); null without one. */
  weakAlgorithm: string | null
  /** The short key of the certificate (`RSA 1024`); null for a strong one. */
  weakKey: string | null
  /** Bytes after the CMS object, up to the last that is not zero. */
  trailingBytes: number
  /** The algorithm or sub-filter that cannot be verified (name or object identifier); null without one. */
  unsupported: string | null
  /** Sentences that say what is wrong; empty when valid. */
  faults: string[]
}

/**
 * Sub-filters of CMS signatures (ISO 32000-2, 12.8.3.3 and 12.8.5; ISO 32000-1 for pkcs7.sha1; DOC-ICP-15.03 of ICP
 * Brasil for PBAD) → the sub-filter with the same rules.
 */
const subFilters: Record<string, string> = {
  'adbe.pkcs7.detached': 'adbe.pkcs7.detached',
  'adbe.pkcs7.sha1': 'adbe.pkcs7.sha1',
  'ETSI.CAdES.detached': 'ETSI.CAdES.detached',
  'ETSI.RFC3161': 'ETSI.RFC3161',
  'PBAD.PAdES': 'ETSI.CAdES.detached',
  'PBAD.DocTimeStamp': 'ETSI.RFC3161',
}

/** Whether a signature with this sub-filter is a time stamp of the document (ISO 32000-2, 12.8.5). */
export function isTimeStampFilter(subFilter: string): boolean {
  return timeStampFilters.includes(subFilter)
}

/**
 * Verifies the CMS object of one signature over `bytes` (RFC 5652, 5.4 to 5.6).
 *
 * @param der the value of /Contents; zeros after the object are ignored
 * @param subFilter ETSI.CAdES.detached and ETSI.RFC3161 require more than adbe.pkcs7.detached and adbe.pkcs7.sha1
 * @param findKnown among certificates from elsewhere: a time stamp need not contain its authority's (RFC 3161, 2.4.1)
 */
export function verifyCms(
  der: Uint8Array,
  subFilter: string,
  bytes: SignedBytes,
  findKnown: FindCertificate = () => undefined,
): CmsVerdict {
  const cmsVerdict: CmsVerdict = {
    digestOk: null,
    signatureOk: false,
    isUnidentified: false,
    certificate: null,
    otherCertificates: [],
    weakAlgorithm: null,
    weakKey: null,
    trailingBytes: 0,
    unsupported: null,
    faults: [],
  }
  const knownSubFilter = subFilters[subFilter]
  if (!knownSubFilter) {
    const unsupported = subFilter || '(none)'
    return { ...cmsVerdict, unsupported, faults: [`The signature's sub-filter ${unsupported} is unknown.`] }
  }
  try {
    const signedData = readSignedDataCached(der)
    cmsVerdict.trailingBytes = trailingBytes(der, signedData.length)
    check(signedData, knownSubFilter, bytes, findKnown, cmsVerdict)
  } catch (error) {
    const isUnsupported = error instanceof UnsupportedError
    if (isUnsupported) cmsVerdict.unsupported = error.algorithm
    cmsVerdict.faults.push(
      `The signature cannot be ${isUnsupported ? 'verified' : 'read'}: ${(error as Error).message}`,
    )
  }
  return cmsVerdict
}

/** The number of bytes after a CMS object without the zeros that fill /Contents. */
function trailingBytes(der: Uint8Array, length: number): number {
  return Math.max(0, der.findLastIndex((byte) => byte !== 0) + 1 - length)
}

/**
 * Verifies what was read and enters the results into `cmsVerdict`.
 * @throws Error when a part is missing or unreadable
 */
function check(
  signedData: SignedData,
  subFilter: string,
  bytes: SignedBytes,
  findKnown: FindCertificate,
  cmsVerdict: CmsVerdict,
): void {
  const { signer, certificates } = signedData
  const certificate =
    findSignerCertificate(certificates, signer) ??
    (subFilter === 'ETSI.RFC3161' ? findIdentifiedCertificate(findKnown, signer) : undefined)
  const x509 = certificate && readCertificate(certificate)
  if (x509) cmsVerdict.certificate = certificate
  cmsVerdict.otherCertificates = certificates.filter((other) => other !== certificate)
  const hash = hashName(signer.digestAlgorithm)
  cmsVerdict.digestOk = digestMatches(signedData, subFilter, hash, bytes, cmsVerdict)
  if (!cmsVerdict.digestOk) cmsVerdict.faults.push('The signed bytes were changed.')
  if (!certificate) throw new Error("the signer's certificate is missing")
  if (!x509) throw new Error("the signer's certificate cannot be read")
  const key = getPublicKey(x509)
  cmsVerdict.weakAlgorithm = findWeakAlgorithms(key, [hash, ...listFurtherHashes(signedData, subFilter)])
  cmsVerdict.weakKey = findKeyWeakness(key)
  const data = signer.signedBytes ?? signedData.content ?? bytes.read()
  const fault =
    findAlgorithmProtectionFault(signer) ??
    findSignatureFault(key, signer.signatureAlgorithm, hash, data, signer.signature)
  if (fault) cmsVerdict.faults.push(fault)
  const isIdentified = identifiesCertificate(signer, certificate)
  // PAdES and RFC 3161 require the attribute.
  const mustIdentify = subFilter.startsWith('ETSI.')
  if (isIdentified === false)
    cmsVerdict.faults.push('The signing-certificate attribute identifies another certificate.')
  if (isIdentified === null && mustIdentify)
    cmsVerdict.faults.push('The signature has no signing-certificate attribute.')
  cmsVerdict.signatureOk = !fault && (isIdentified ?? !mustIdentify)
  cmsVerdict.isUnidentified = !fault && !cmsVerdict.signatureOk
}

/** @throws UnsupportedError when the type of its key is unknown */
function getPublicKey(certificate: X509Certificate): KeyObject {
  try {
    return certificate.publicKey
  } catch {
    const [algorithm] = readChildren(parse(readCertificateFields(certificate.raw).subjectPublicKeyInfo))
    throw new UnsupportedError(dotted(readChildren(algorithm)[0]))
  }
}

/** Hash algorithms of the signed bytes that are not the signer's: adbe.pkcs7.sha1 and time stamps hash them first. */
function listFurtherHashes({ content }: SignedData, subFilter: string): string[] {
  if (subFilter === 'adbe.pkcs7.sha1') return ['sha1']
  if (subFilter !== 'ETSI.RFC3161' || !content) return []
  return [hashName({ id: readTstInfo(content).hashAlgorithm })]
}

/** The algorithm protection attribute (RFC 6211), if present, must repeat the algorithms. */
function findAlgorithmProtectionFault(signer: SignerInfo): string | null {
  if (!signer.signedAttributes?.some(({ type }) => type === oid.algorithmProtection)) return null
  const [digest, signature] = readChildren(findAttributeValue(signer, oid.algorithmProtection))
  const isSame =
    dotted(readChildren(digest)[0]) === signer.digestAlgorithm.id &&
    dotted(readChildren(signature)[0]) === signer.signatureAlgorithm.id
  return isSame ? null : "The algorithm protection attribute does not match the signature's algorithms."
}

/**
 * Whether the message-digest attribute matches the content, which depends on the sub-filter.
 * @throws Error when one of the attributes is missing that go with any other (RFC 5652, 5.3)
 */
function digestMatches(
  { signer, contentType, content }: SignedData,
  subFilter: string,
  hash: string,
  bytes: SignedBytes,
  cmsVerdict: CmsVerdict,
): boolean {
  const attributes = signer.signedAttributes
  const messageDigest = attributes && readOctets(findAttributeValue(signer, oid.messageDigest))
  if (attributes && !messageDigest) throw new Error('the message-digest attribute is missing')
  if (attributes && dotted(findAttributeValue(signer, oid.contentType)) !== contentType)
    throw new Error('the content-type attribute is missing, or names another type')
  if (subFilter === 'ETSI.RFC3161') {
    if (!content || !messageDigest || contentType !== oid.tstInfo) return false
    const { hashAlgorithm, digest, time } = readTstInfo(content)
    cmsVerdict.stampedAt = time
    const isOfBytes = equal(digest, bytes.digest(hashName({ id: hashAlgorithm })))
    return isOfBytes && equal(messageDigest, computeDigest(hash, content))
  }
  if (subFilter === 'adbe.pkcs7.sha1') {
    if (!content || !equal(content, bytes.digest('sha1'))) return false
    return !messageDigest || equal(messageDigest, computeDigest(hash, content))
  }
  const digest = bytes.digest(hash)
  // Content without bytes replaces none: the attribute is signed, and is of the signed bytes or not.
  if (content?.length === 0 && messageDigest)
    cmsVerdict.faults.push('The signature contains empty content, although it is a detached one.')
  else if (content) {
    if (!equal(digest, computeDigest(hash, content))) return false
    cmsVerdict.faults.push('The signature contains the signed bytes, although it is a detached one.')
  }
  return !messageDigest || equal(messageDigest, digest)
}

/**
 * Finds the signer's certificate by issuer and serial number. Falls back to the serial number, because an issuer
 * name may be encoded in two ways.
 */
function findSignerCertificate(certificates: Uint8Array[], { sid }: SignerInfo): Uint8Array | undefined {
  if ('keyIdentifier' in sid)
    return certificates.find((der) => equal(readKeyIdentifier(der), sid.keyIdentifier))
  const sameNumber = certificates.filter((der) =>
    equal(readCertificateFields(der).serialNumber, sid.serialNumber),
  )
  return sameNumber.find((der) => equal(readCertificateFields(der).issuer, sid.issuer)) ?? sameNumber[0]
}

/**
 * Finds the certificate that both the signing-certificate attribute and issuer and serial number identify. Returns a copy,
 * as what is known of a signature is kept by its certificate.
 */
function findIdentifiedCertificate(findKnown: FindCertificate, signer: SignerInfo): Uint8Array | undefined {
  const { hash, digest } = readCertId(signer) ?? {}
  const identified = hash && digest ? findKnown(hash, digest) : undefined
  return identified && findSignerCertificate([new Uint8Array(identified)], signer)
}

/**
 * Whether signing-certificate (RFC 2634, 5.4) or signing-certificate-v2 (RFC 5035, 3) identifies this certificate
 * as the first; null when neither attribute is present.
 */
function identifiesCertificate(signer: SignerInfo, certificate: Uint8Array): boolean | null {
  const certId = readCertId(signer)
  if (!certId) return null
  const { hash, digest } = certId
  return hash !== undefined && equal(digest, computeDigest(hash, certificate))
}

/** The hash of the first certificate in those attributes, and its algorithm; undefined where it is unknown. */
function readCertId(signer: SignerInfo): { hash: string | undefined; digest: Uint8Array | undefined } | null {
  const version2 = findAttributeValue(signer, oid.signingCertificateV2)
  const value = version2 ?? findAttributeValue(signer, oid.signingCertificate)
  if (!value) return null
  // ESSCertID or ESSCertIDv2 of the first certificate.
  const certId = readChildren(readChildren(readChildren(value)[0])[0])
  const digest = readOctets(certId.find((item) => isUniversal(item, 'octetString')))
  const algorithm = isUniversal(certId[0], 'sequence') ? dotted(readChildren(certId[0])[0]) : oid.sha256
  return { hash: version2 ? hashes[algorithm] : 'sha1', digest }
}

/** The value of a signed attribute; undefined unless it occurs exactly once. */
function findAttributeValue({ signedAttributes }: SignerInfo, type: string): Asn1 | undefined {
  const matching = signedAttributes?.filter((item) => item.type === type) ?? []
  return matching.length === 1 ? matching[0]!.values[0] : undefined
}

function equal(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0
}
