import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import * as asn1js from 'asn1js'
import { readTstInfo } from '../time-stamps/tst-info.ts'
import { algorithmWeakness, hashes, hashName, signatureFault } from './algorithms.ts'
import { type Asn1, childrenOf, dotted, octetsOf } from './asn1.ts'
import { fieldsOf, keyIdentifierOf } from './certificate.ts'
import { oid } from './cms.ts'
import { readSignedDataCached, type SignedData, type SignerInfo } from './cms-read.ts'

/** The bytes a signature covers, without copying them where that can be avoided. */
export interface SignedBytes {
  /** Their digest, by node:crypto's name of the algorithm. */
  digest(algorithm: string): Uint8Array
  /** They themselves, for signatures without signed attributes. */
  read(): Uint8Array
}

/** What a CMS signature proved to be. */
export interface CmsVerdict {
  digestOk: boolean
  signatureOk: boolean
  /** DER; null when the signature does not carry it. */
  certificate: Uint8Array | null
  /** The other certificates that travel with it, DER, in no certain order and of nobody's vouching. */
  others: Uint8Array[]
  /** Of a time stamp (RFC 3161, 2.4.2): when. */
  stampedAt?: Date
  /** An algorithm that is too weak by now, as a noun. */
  weakness: string | null
  /** What is wrong, in sentences. */
  faults: string[]
}

/** Of the CMS signatures (ISO 32000-2, 12.8.3.3 and 12.8.5; ISO 32000-1 for pkcs7.sha1). */
const subFilters = new Set(['adbe.pkcs7.detached', 'adbe.pkcs7.sha1', 'ETSI.CAdES.detached', 'ETSI.RFC3161'])

/**
 * Verifies the CMS object of one signature (RFC 5652, 5.4 to 5.6) over `bytes`.
 *
 * @param der the value of /Contents; zeros after the object are ignored
 * @param subFilter ETSI.CAdES.detached and ETSI.RFC3161 demand more than adbe.pkcs7.detached and adbe.pkcs7.sha1
 */
export function verifyCms(der: Uint8Array, subFilter: string, bytes: SignedBytes): CmsVerdict {
  const verdict: CmsVerdict = {
    digestOk: false,
    signatureOk: false,
    certificate: null,
    others: [],
    weakness: null,
    faults: [],
  }
  if (!subFilters.has(subFilter)) {
    verdict.faults.push(`The signature's sub-filter ${subFilter || '(none)'} is unknown.`)
    return verdict
  }
  try {
    check(readSignedDataCached(der), subFilter, bytes, verdict)
  } catch (error) {
    verdict.faults.push(`The signature cannot be read: ${(error as Error).message}`)
  }
  return verdict
}

function check(signed: SignedData, subFilter: string, bytes: SignedBytes, verdict: CmsVerdict): void {
  const { signer } = signed
  const certificate = signerCertificate(signed)
  if (!certificate) throw new Error("the signer's certificate is missing")
  const key = publicKeyOf(certificate)
  verdict.certificate = certificate
  verdict.others = signed.certificates.filter((other) => other !== certificate)
  const hash = hashName(signer.digestAlgorithm)
  verdict.digestOk = digestMatches(signed, subFilter, hash, bytes, verdict)
  if (!verdict.digestOk) verdict.faults.push('The signed bytes were changed.')
  const data = signer.signedBytes ?? signed.content ?? bytes.read()
  const wrong =
    faultOfProtection(signer) ?? signatureFault(key, signer.signatureAlgorithm, hash, data, signer.signature)
  if (wrong) verdict.faults.push(wrong)
  else verdict.weakness = algorithmWeakness(key, hash)
  const named = namesCertificate(signer, certificate)
  const mustName = subFilter.startsWith('ETSI.')
  if (named === false) verdict.faults.push('The signature names another certificate as its own.')
  if (named === null && mustName) verdict.faults.push('The signature does not name its certificate.')
  verdict.signatureOk = !wrong && (named ?? !mustName)
}

/** @throws Error when it is no certificate, or its key is of an unknown kind. */
function publicKeyOf(certificate: Uint8Array): KeyObject {
  try {
    return new X509Certificate(certificate).publicKey
  } catch {
    throw new Error("the signer's certificate cannot be read")
  }
}

/** The CMS algorithm protection attribute (RFC 6211), where it is present, names the algorithms once more. */
function faultOfProtection(signer: SignerInfo): string | null {
  if (!signer.signedAttributes?.some(({ type }) => type === oid.algorithmProtection)) return null
  const [digest, signature] = childrenOf(attributeValue(signer, oid.algorithmProtection))
  const same =
    dotted(childrenOf(digest)[0]) === signer.digestAlgorithm.id &&
    dotted(childrenOf(signature)[0]) === signer.signatureAlgorithm.id
  return same ? null : 'The signature protects other algorithms than it names.'
}

/** The message-digest attribute must be that of the content; what the content is depends on the sub-filter. */
function digestMatches(
  { signer, contentType, content }: SignedData,
  subFilter: string,
  hash: string,
  bytes: SignedBytes,
  verdict: CmsVerdict,
): boolean {
  const attributes = signer.signedAttributes
  const stated = attributes && octetsOf(attributeValue(signer, oid.messageDigest))
  if (attributes && (!stated || dotted(attributeValue(signer, oid.contentType)) !== contentType)) return false
  if (subFilter === 'ETSI.RFC3161') {
    if (!content || !stated || contentType !== oid.tstInfo) return false
    const { hashAlgorithm, digest, time } = readTstInfo(content)
    verdict.stampedAt = time
    const same = equal(digest, bytes.digest(hashName({ id: hashAlgorithm })))
    return same && equal(stated, createHash(hash).update(content).digest())
  }
  if (subFilter === 'adbe.pkcs7.sha1') {
    if (!content || !equal(content, bytes.digest('sha1'))) return false
    return !stated || equal(stated, createHash(hash).update(content).digest())
  }
  if (content) return false
  return !stated || equal(stated, bytes.digest(hash))
}

/** By issuer and serial number; the names of one issuer may be encoded in two ways. */
function signerCertificate({ certificates, signer: { sid } }: SignedData): Uint8Array | undefined {
  if ('keyIdentifier' in sid)
    return certificates.find((one) => equal(keyIdentifierOf(one), sid.keyIdentifier))
  const numbered = certificates.filter((one) => equal(fieldsOf(one).serialNumber, sid.serialNumber))
  return numbered.find((one) => equal(fieldsOf(one).issuer, sid.issuer)) ?? numbered[0]
}

/**
 * Whether signing-certificate (RFC 2634, 5.4) or signing-certificate-v2 (RFC 5035, 3) names this certificate first;
 * null when neither is there.
 */
function namesCertificate(signer: SignerInfo, certificate: Uint8Array): boolean | null {
  const second = attributeValue(signer, oid.signingCertificateV2)
  const value = second ?? attributeValue(signer, oid.signingCertificate)
  if (!value) return null
  const first = childrenOf(childrenOf(childrenOf(value)[0])[0])
  const stated = octetsOf(first.find((item) => item instanceof asn1js.OctetString))
  const algorithm = first[0] instanceof asn1js.Sequence ? dotted(childrenOf(first[0])[0]) : oid.sha256
  const hash = second ? hashes[algorithm] : 'sha1'
  return Boolean(hash && equal(stated, createHash(hash).update(certificate).digest()))
}

/** The value of a signed attribute that must stand there once. */
function attributeValue({ signedAttributes }: SignerInfo, type: string): Asn1 | undefined {
  const found = signedAttributes?.filter((item) => item.type === type) ?? []
  return found.length === 1 ? found[0]!.values[0] : undefined
}

function equal(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0
}
