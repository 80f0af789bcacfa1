import * as asn1js from 'asn1js'

/** An element of ASN.1 in BER (X.690), parsed by asn1js. It keeps the bytes that it was read from. */
export type Asn1 = asn1js.BaseBlock

/** Class of the tags `[n]` in asn1js. */
const contextSpecific = 3

/** The first element; bytes after it are ignored. @throws Error when there is none */
export function parse(ber: Uint8Array): Asn1 {
  const { offset, result } = asn1js.fromBER(new Uint8Array(ber))
  if (offset === -1) throw new Error(result.error || 'no ASN.1')
  return result
}

/** Child elements; empty for a primitive one. */
export function childrenOf(element: Asn1 | undefined): Asn1[] {
  return element instanceof asn1js.Constructed ? (element.valueBlock.value as Asn1[]) : []
}

/** The encoded child elements of the first element. @throws Error as `parse` does */
export function elementsIn(ber: Uint8Array): Uint8Array[] {
  return childrenOf(parse(ber)).map(encoded)
}

/** An OCTET STRING's octets, in one piece. */
export function octetsOf(element: Asn1 | undefined): Uint8Array | undefined {
  return element instanceof asn1js.OctetString ? new Uint8Array(element.getValue()) : undefined
}

/** An object identifier in dotted form; empty for anything else. */
export function dotted(element: Asn1 | undefined): string {
  return element instanceof asn1js.ObjectIdentifier ? element.getValue() : ''
}

/** Whether the element has the context-specific tag `[number]`. */
export function isTagged(element: Asn1 | undefined, number: number): boolean {
  return element?.idBlock.tagClass === contextSpecific && element.idBlock.tagNumber === number
}

/** The bytes that an element was read from. */
export function encoded(element: Asn1): Uint8Array {
  return element.valueBeforeDecodeView
}
