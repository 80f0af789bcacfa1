import { ObjectIdentifier } from 'asn1js'

/**
 * DER (X.690, 10), bytes in and bytes out: what is encoded already, a certificate or a name, goes in as it is.
 * Every function gives a whole element, its tag and length included.
 */

export type Der = Buffer<ArrayBuffer>

const longForm = 0x80

export function element(tag: number, ...contents: Uint8Array[]): Der {
  const length = contents.reduce((sum, part) => sum + part.length, 0)
  const digits: number[] = []
  for (let rest = length; rest > 0; rest >>>= 8) digits.unshift(rest & 0xff)
  const head = length < longForm ? [tag, length] : [tag, longForm | digits.length, ...digits]
  return Buffer.concat([Buffer.from(head), ...contents])
}

export function sequence(...parts: Uint8Array[]): Der {
  return element(0x30, ...parts)
}

/** SET OF: the elements in the order of their encodings (X.690, 11.6). */
export function setOf(...parts: Uint8Array[]): Der {
  return element(0x31, ...parts.toSorted(Buffer.compare))
}

/** Constructed and context-specific: `[n] EXPLICIT` of an element, `[n] IMPLICIT` of a constructed one's contents. */
export function tagged(number: number, ...contents: Uint8Array[]): Der {
  return element(0xa0 | number, ...contents)
}

/** A whole number, not negative, big-endian. */
export function integer(bytes: Uint8Array): Der {
  const first = bytes.findIndex((byte) => byte !== 0)
  const digits = first < 0 ? Buffer.of(0) : bytes.subarray(first)
  return element(0x02, digits[0]! >= 0x80 ? Buffer.of(0) : Buffer.alloc(0), digits)
}

export function octetString(bytes: Uint8Array): Der {
  return element(0x04, bytes)
}

export function boolean(value: boolean): Der {
  return element(0x01, Buffer.of(value ? 0xff : 0))
}

export const asn1Null: Uint8Array = element(0x05)

/** From its dotted form. */
export function objectIdentifier(value: string): Der {
  return Buffer.from(new ObjectIdentifier({ value }).toBER())
}

/** `Ecdsa-Sig-Value` (RFC 3279, 2.2.3) of r and s one after the other, as WebCrypto gives them. */
export function ecdsaSignature(rAndS: Uint8Array): Der {
  const half = rAndS.length / 2
  return sequence(integer(rAndS.subarray(0, half)), integer(rAndS.subarray(half)))
}
