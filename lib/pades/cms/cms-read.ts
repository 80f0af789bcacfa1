import { memoize } from '../parsed.ts'
import { type Asn1, dotted, encoded, isTagged, isUniversal, parse, readChildren, readOctets } from './asn1.ts'
import { oid } from './cms.ts'
import { setOf } from './der.ts'

/** A CMS SignedData with exactly one signer (RFC 5652, 5.1 and 5.3); the parts keep their encoding. */
export interface SignedData {
  contentType: string
  /** The encapsulated content's octets; null when the signature is detached. */
  content: Uint8Array | null
  /** DER. */
  certificates: Uint8Array[]
  signer: SignerInfo
  /** The length of the ContentInfo. */
  length: number
}

/** RFC 5652, 5.3. */
export interface SignerInfo {
  /** Identifies the signer's certificate: DER of issuer and serial number, or the key identifier. */
  sid: { issuer: Uint8Array; serialNumber: Uint8Array } | { keyIdentifier: Uint8Array }
  digestAlgorithm: Algorithm
  signedAttributes: Attribute[] | null
  /** The signed bytes where there are signed attributes: the attributes with the tag of SET OF (5.4). */
  signedBytes: Uint8Array | null
  signatureAlgorithm: Algorithm
  signature: Uint8Array
  /** Not protected by the signature: they may have been added later (5.3). */
  unsignedAttributes: Attribute[]
}

/** RFC 5652, 5.3. */
export interface Attribute {
  /** Object identifier. */
  type: string
  values: Asn1[]
}

/** AlgorithmIdentifier (RFC 5280, 4.1.1.2). */
export interface Algorithm {
  /** Object identifier. */
  id: string
  parameters: Asn1 | undefined
}

/** Tag of SET OF in DER. */
const setOfTag = 0x31

/**
 * Reads a ContentInfo in BER; zeros after it are ignored. @throws Error when it is none, is not SignedData, or does
 * not have exactly one signer.
 */
function readSignedData(der: Uint8Array): SignedData {
  const { encapsulated, remaining, length } = openSignedData(der)
  const [contentType, wrapped] = readChildren(encapsulated)
  const [signer, ...more] = readChildren(remaining.at(-1))
  if (!signer || more.length > 0) throw new Error('there must be exactly one signer')
  return {
    contentType: dotted(contentType),
    content: readOctets(readChildren(wrapped)[0]) ?? null,
    certificates: listCertificates(remaining),
    signer: readSigner(signer),
    length,
  }
}

function openSignedData(der: Uint8Array) {
  const contentInfo = parse(der)
  const [type, content] = readChildren(contentInfo)
  if (dotted(type) !== oid.signedData) throw new Error('no signed data')
  const [, , encapsulated, ...remaining] = readChildren(readChildren(content)[0])
  return { encapsulated, remaining, length: contentInfo.encoded.length }
}

function listCertificates(remaining: Asn1[]): Uint8Array[] {
  return readChildren(remaining.find((item) => isTagged(item, 0)))
    .filter((item) => isUniversal(item, 'sequence'))
    .map(encoded)
}

/**
 * The certificates, DER, of a ContentInfo with SignedData that may have no signer, as in files with certificates only
 * (RFC 5280, 4.2.2.1). @throws Error when it is none
 */
export function readCertificatesOnly(der: Uint8Array): Uint8Array[] {
  return listCertificates(openSignedData(der).remaining)
}

/** `readSignedData` with a cache of recent inputs. */
export const readSignedDataCached = memoize(readSignedData)

function readSigner(block: Asn1): SignerInfo {
  const [_version, sid, digestAlgorithm, ...remaining] = readChildren(block)
  const attributes = isTagged(remaining[0], 0) ? remaining.shift() : undefined
  const [signatureAlgorithm, signature, unsigned] = remaining
  const octets = readOctets(signature)
  if (!sid || !octets) throw new Error('the signer is incomplete')
  return {
    sid: readSid(sid),
    digestAlgorithm: readAlgorithm(digestAlgorithm),
    signedAttributes: attributes ? readChildren(attributes).map(readAttribute) : null,
    signedBytes: attributes ? toSetOf(attributes) : null,
    signatureAlgorithm: readAlgorithm(signatureAlgorithm),
    signature: octets,
    unsignedAttributes: readChildren(unsigned).map(readAttribute),
  }
}

function readSid(block: Asn1): SignerInfo['sid'] {
  const [issuer, serialNumber] = readChildren(block)
  if (issuer && serialNumber && !isTagged(block, 0))
    return { issuer: encoded(issuer), serialNumber: encoded(serialNumber) }
  const keyIdentifier = block.isConstructed ? readOctets(readChildren(block)[0]) : block.contents
  if (!keyIdentifier) throw new Error('the signer is not identified')
  return { keyIdentifier }
}

/** Reads an AlgorithmIdentifier. */
export function readAlgorithm(block: Asn1 | undefined): Algorithm {
  const [id, parameters] = readChildren(block)
  return { id: dotted(id), parameters }
}

function readAttribute(block: Asn1): Attribute {
  const [type, values] = readChildren(block)
  return { type: dotted(type), values: readChildren(values) }
}

/** The encoding of attributes that is signed: DER, with the tag of SET OF (RFC 5652, 5.4). */
function toSetOf(attributes: Asn1): Uint8Array {
  if (isIndefinite(attributes)) return setOf(...readChildren(attributes).map(encoded))
  const copy = new Uint8Array(encoded(attributes))
  copy[0] = setOfTag
  return copy
}

/** Whether an element has the indefinite length of BER (X.690, 8.1.3.6). */
function isIndefinite(block: Asn1): boolean {
  return encoded(block)[1] === 0x80
}
