import * as asn1js from 'asn1js'
import { oid } from './cms.ts'
import { remembering } from './parsed.ts'

/** A CMS SignedData with its one signer (RFC 5652, 5.1 and 5.3), the parts as they are encoded. */
export interface SignedData {
  contentType: string
  /** The encapsulated content's octets; null when the signature is detached. */
  content: Uint8Array | null
  /** DER. */
  certificates: Uint8Array[]
  signer: SignerInfo
}

export interface SignerInfo {
  /** The signer's certificate, by the DER of its issuer and serial number or by its key's identifier. */
  sid: { issuer: Uint8Array; serialNumber: Uint8Array } | { keyIdentifier: Uint8Array }
  digestAlgorithm: Algorithm
  signedAttributes: Attribute[] | null
  /** What is signed where there are signed attributes: they with the tag of SET OF (5.4). */
  signedBytes: Uint8Array | null
  signatureAlgorithm: Algorithm
  signature: Uint8Array
  /** Nobody vouches for these: they may have been added later (5.3). */
  unsignedAttributes: Attribute[]
}

export interface Attribute {
  type: string
  values: asn1js.BaseBlock[]
}

export interface Algorithm {
  id: string
  parameters: asn1js.BaseBlock | undefined
}

const setOfTag = 0x31
const contextSpecific = 3
const sequenceTag = 16

/**
 * Reads a ContentInfo in BER; zeros after it are ignored.
 * @throws Error when it is none, is not signed data, or has not exactly one signer.
 */
export function readSignedData(der: Uint8Array): SignedData {
  const parsed = asn1js.fromBER(new Uint8Array(der))
  if (parsed.offset === -1) throw new Error(parsed.result.error || 'no ASN.1')
  const [type, content] = childrenOf(parsed.result)
  if (textOf(type) !== oid.signedData) throw new Error('no signed data')
  const [, , encapsulated, ...rest] = childrenOf(childrenOf(content)[0])
  const [contentType, wrapped] = childrenOf(encapsulated)
  const [signer, ...more] = childrenOf(rest.at(-1))
  if (!signer || more.length > 0) throw new Error('there must be exactly one signer')
  return {
    contentType: textOf(contentType),
    content: octetsOf(childrenOf(wrapped)[0]) ?? null,
    certificates: childrenOf(rest.find((item) => isTagged(item, 0)))
      .filter(({ idBlock }) => idBlock.tagNumber === sequenceTag && idBlock.tagClass !== contextSpecific)
      .map(encoded),
    signer: readSigner(signer),
  }
}

/** `readSignedData`, of what was read lately without reading it again. */
export const readOnce = remembering(readSignedData)

function readSigner(block: asn1js.BaseBlock): SignerInfo {
  const [, sid, digestAlgorithm, ...rest] = childrenOf(block)
  const attributes = isTagged(rest[0], 0) ? rest.shift() : undefined
  const [signatureAlgorithm, signature, unsigned] = rest
  const octets = octetsOf(signature)
  if (!sid || !octets) throw new Error('the signer is incomplete')
  return {
    sid: readSid(sid),
    digestAlgorithm: readAlgorithm(digestAlgorithm),
    signedAttributes: attributes ? childrenOf(attributes).map(readAttribute) : null,
    signedBytes: attributes ? withTag(setOfTag, encoded(attributes)) : null,
    signatureAlgorithm: readAlgorithm(signatureAlgorithm),
    signature: octets,
    unsignedAttributes: childrenOf(unsigned).map(readAttribute),
  }
}

function readSid(block: asn1js.BaseBlock): SignerInfo['sid'] {
  const [issuer, serialNumber] = childrenOf(block)
  if (issuer && serialNumber && !isTagged(block, 0))
    return { issuer: encoded(issuer), serialNumber: encoded(serialNumber) }
  const keyIdentifier =
    block instanceof asn1js.Primitive ? block.valueBlock.valueHexView : octetsOf(childrenOf(block)[0])
  if (!keyIdentifier) throw new Error('the signer is not named')
  return { keyIdentifier }
}

function readAlgorithm(block: asn1js.BaseBlock | undefined): Algorithm {
  const [id, parameters] = childrenOf(block)
  return { id: textOf(id), parameters }
}

function readAttribute(block: asn1js.BaseBlock): Attribute {
  const [type, values] = childrenOf(block)
  return { type: textOf(type), values: childrenOf(values) }
}

/** The elements of a constructed block; none of a primitive one. */
export function childrenOf(block: asn1js.BaseBlock | undefined): asn1js.BaseBlock[] {
  return block instanceof asn1js.Constructed ? (block.valueBlock.value as asn1js.BaseBlock[]) : []
}

/** An OCTET STRING's octets, in one piece. */
export function octetsOf(block: asn1js.BaseBlock | undefined): Uint8Array | undefined {
  return block instanceof asn1js.OctetString ? new Uint8Array(block.getValue()) : undefined
}

/** An object identifier in its dotted form. */
export function textOf(block: asn1js.BaseBlock | undefined): string {
  return block instanceof asn1js.ObjectIdentifier ? block.getValue() : ''
}

function isTagged(block: asn1js.BaseBlock | undefined, number: number): boolean {
  return block?.idBlock.tagClass === contextSpecific && block.idBlock.tagNumber === number
}

/** A block as it stood in the bytes it was read from. */
export function encoded(block: asn1js.BaseBlock): Uint8Array {
  return block.valueBeforeDecodeView
}

function withTag(tag: number, der: Uint8Array): Uint8Array {
  const copy = new Uint8Array(der)
  copy[0] = tag
  return copy
}
