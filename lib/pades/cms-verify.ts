import { constants, createHash, type KeyObject, verify, X509Certificate } from 'node:crypto'
import * as asn1js from 'asn1js'
import {
  type AlgorithmIdentifier,
  type Attribute,
  Certificate,
  ContentInfo,
  IssuerAndSerialNumber,
  RSASSAPSSParams,
  SignedData,
  type SignerInfo,
  TSTInfo,
} from 'pkijs'
import { oid } from './cms.ts'
import { remembering } from './parsed.ts'

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
  /** What is wrong, in sentences. */
  faults: string[]
}

const hashes: Record<string, string> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.8': 'sha3-256',
  '2.16.840.1.101.3.4.2.9': 'sha3-384',
  '2.16.840.1.101.3.4.2.10': 'sha3-512',
}
const pss = '1.2.840.113549.1.1.10'

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
    faults: [],
  }
  try {
    check(readSignedData(der), subFilter, bytes, verdict)
  } catch (error) {
    verdict.faults.push(`The signature cannot be read: ${(error as Error).message}`)
  }
  return verdict
}

const readSignedData = remembering((der): SignedData => {
  const parsed = asn1js.fromBER(new Uint8Array(der))
  if (parsed.offset === -1) throw new Error(parsed.result.error || 'no ASN.1')
  const info = new ContentInfo({ schema: parsed.result })
  if (info.contentType !== oid.signedData) throw new Error('no signed data')
  return new SignedData({ schema: info.content })
})

function check(signed: SignedData, subFilter: string, bytes: SignedBytes, verdict: CmsVerdict): void {
  const [signer, ...more] = signed.signerInfos
  if (!signer || more.length > 0) throw new Error('there must be exactly one signer')
  const certificate = signerCertificate(signed, signer)
  if (!certificate) throw new Error("the signer's certificate is missing")
  verdict.certificate = derOf(certificate)
  verdict.others = certificatesOf(signed)
    .filter((other) => other !== certificate)
    .map(derOf)
  const hash = hashName(signer.digestAlgorithm)
  const content = contentOf(signed)
  verdict.digestOk = digestMatches(signed, signer, subFilter, hash, content, bytes, verdict)
  if (!verdict.digestOk) verdict.faults.push('The signed bytes were changed.')
  const attributes = signer.signedAttrs
  const data = attributes ? new Uint8Array(attributes.encodedValue) : (content ?? bytes.read())
  const key = new X509Certificate(verdict.certificate).publicKey
  const signature = new Uint8Array(signer.signature.valueBlock.valueHexView)
  const genuine = verifyWith(key, signer.signatureAlgorithm, hash, data, signature)
  if (!genuine) verdict.faults.push('The signature does not fit its certificate.')
  const named = namesCertificate(attributes?.attributes ?? [], verdict.certificate)
  const mustName = subFilter.startsWith('ETSI.')
  if (named === false) verdict.faults.push('The signature names another certificate as its own.')
  if (named === null && mustName) verdict.faults.push('The signature does not name its certificate.')
  verdict.signatureOk = genuine && (named ?? !mustName)
}

/** The message-digest attribute must be that of the content; what the content is depends on the sub-filter. */
function digestMatches(
  signed: SignedData,
  signer: SignerInfo,
  subFilter: string,
  hash: string,
  content: Uint8Array | null,
  bytes: SignedBytes,
  verdict: CmsVerdict,
): boolean {
  const attributes = signer.signedAttrs?.attributes
  const stated = attributes && octets(attributeValue(attributes, oid.messageDigest))
  const type = attributes && attributeValue(attributes, oid.contentType)
  if (attributes && (!stated || type?.valueBlock.toString() !== signed.encapContentInfo.eContentType))
    return false
  if (subFilter === 'ETSI.RFC3161') {
    if (!content || !stated || signed.encapContentInfo.eContentType !== oid.tstInfo) return false
    const stamp = TSTInfo.fromBER(new Uint8Array(content))
    verdict.stampedAt = stamp.genTime
    const imprint = stamp.messageImprint
    const same = equal(
      imprint.hashedMessage.valueBlock.valueHexView,
      bytes.digest(hashName(imprint.hashAlgorithm)),
    )
    return same && equal(stated, createHash(hash).update(content).digest())
  }
  if (subFilter === 'adbe.pkcs7.sha1') {
    if (!content || !equal(content, bytes.digest('sha1'))) return false
    return !stated || equal(stated, createHash(hash).update(content).digest())
  }
  if (content) return false
  return !stated || equal(stated, bytes.digest(hash))
}

/** The encapsulated content's octets; null when the signature is detached. */
function contentOf(signed: SignedData): Uint8Array | null {
  const content = signed.encapContentInfo.eContent
  return content ? new Uint8Array(content.getValue()) : null
}

function certificatesOf(signed: SignedData): Certificate[] {
  return signed.certificates?.filter((item) => item instanceof Certificate) ?? []
}

function derOf(certificate: Certificate): Uint8Array {
  return new Uint8Array(certificate.toSchema(true).toBER())
}

function signerCertificate(signed: SignedData, signer: SignerInfo): Certificate | undefined {
  const certificates = certificatesOf(signed)
  const { sid } = signer
  if (sid instanceof IssuerAndSerialNumber) {
    return certificates.find(
      (item) => item.issuer.isEqual(sid.issuer) && item.serialNumber.isEqual(sid.serialNumber),
    )
  }
  const wanted = sid instanceof asn1js.Primitive ? sid.valueBlock.valueHexView : octets(sid)
  return certificates.find((item) => {
    const extension = item.extensions?.find(({ extnID }) => extnID === '2.5.29.14')
    const id =
      extension && octets(asn1js.fromBER(new Uint8Array(extension.extnValue.valueBlock.valueHexView)).result)
    return Boolean(id && wanted && equal(id, wanted))
  })
}

function verifyWith(
  key: KeyObject,
  algorithm: AlgorithmIdentifier,
  hash: string,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (algorithm.algorithmId !== pss) return verify(signatureHash(algorithm, hash, key), data, key, signature)
  const params = new RSASSAPSSParams({ schema: algorithm.algorithmParams })
  return verify(
    hashName(params.hashAlgorithm),
    data,
    { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: params.saltLength },
    signature,
  )
}

/** A signature algorithm that names its hash decides over the signer's digest algorithm; Ed25519 has none. */
function signatureHash(algorithm: AlgorithmIdentifier, hash: string, key: KeyObject): string | null {
  if (key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyType === 'ed448') return null
  return signatureHashes[algorithm.algorithmId] ?? hash
}

const signatureHashes: Record<string, string> = {
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.1': 'sha1',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}

function hashName(algorithm: AlgorithmIdentifier): string {
  const name = hashes[algorithm.algorithmId]
  if (!name) throw new Error(`unknown hash algorithm ${algorithm.algorithmId}`)
  return name
}

/**
 * Whether signing-certificate (RFC 2634, 5.4) or signing-certificate-v2 (RFC 5035, 3) names this certificate first;
 * null when neither is there.
 */
function namesCertificate(attributes: Attribute[], certificate: Uint8Array): boolean | null {
  const second = attributeValue(attributes, oid.signingCertificateV2)
  const value = second ?? attributeValue(attributes, oid.signingCertificate)
  if (!value) return null
  const first = children(children(children(value)[0])[0])
  const stated = first.find((item) => item instanceof asn1js.OctetString)
  const algorithm = first.find((item) => item instanceof asn1js.Sequence && first.indexOf(item) === 0)
  const id = algorithm && children(algorithm)[0]?.valueBlock.toString()
  const hash = second ? hashes[id ?? oid.sha256] : 'sha1'
  return Boolean(stated && hash && equal(octets(stated), createHash(hash).update(certificate).digest()))
}

function attributeValue(attributes: Attribute[], type: string): asn1js.BaseBlock | undefined {
  const found = attributes.filter((item) => item.type === type)
  return found.length === 1 ? (found[0]!.values[0] as asn1js.BaseBlock | undefined) : undefined
}

function children(block: asn1js.BaseBlock | undefined): asn1js.BaseBlock[] {
  return block instanceof asn1js.Sequence ? (block.valueBlock.value as asn1js.BaseBlock[]) : []
}

function octets(block: unknown): Uint8Array | undefined {
  return block instanceof asn1js.OctetString ? new Uint8Array(block.getValue()) : undefined
}

function equal(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0
}
