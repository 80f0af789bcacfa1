import { ObjectIdentifier } from 'asn1js'

/**
 * DER encoding (X.690, 10). Every function returns a complete element with tag and length. Elements that are
 * encoded already, such as certificates and names, are passed as they are.
 */

export type Der = Buffer<ArrayBuffer>

/** Lengths from here on take the long form: the number of length bytes, then these bytes (X.690, 8.1.3). */
const longForm = 0x80

/** Any element; `tag` is the whole identifier octet. */
export function element(tag: number, ...contents: Uint8Array[]): Der {
  const length = contents.reduce((sum, part) => sum + part.length, 0)
  const lengthBytes: number[] = []
  for (let remaining = length; remaining > 0; remaining >>>= 8) lengthBytes.unshift(remaining & 0xff)
  const head = length < longForm ? [tag, length] : [tag, longForm | lengthBytes.length, ...lengthBytes]
  return Buffer.concat([Buffer.from(head), ...contents])
}

export function sequence(...parts: Uint8Array[]): Der {
  return element(0x30, ...parts)
}

/** SET OF, sorted by encoding (X.690, 11.6). */
export function setOf(...parts: Uint8Array[]): Der {
  return element(0x31, ...parts.toSorted(Buffer.compare))
}

/**
 * Constructed, context-specific: `[n] EXPLICIT` around an element, or `[n] IMPLICIT` with the contents of a
 * constructed one.
 */
export function tagged(number: number, ...contents: Uint8Array[]): Der {
  return element(0xa0 | number, ...contents)
}

/** A non-negative INTEGER from big-endian bytes. */
export function integer(bytes: Uint8Array): Der {
  const first = bytes.findIndex((byte) => byte !== 0)
  const digits = first < 0 ? Buffer.of(0) : bytes.subarray(first)
  // A leading zero keeps the number positive.
  return element(0x02, digits[0]! >= 0x80 ? Buffer.of(0) : Buffer.alloc(0), digits)
}

export function octetString(bytes: Uint8Array): Der {
  return element(0x04, bytes)
}

/** BIT STRING of whole bytes. */
export function bitString(bytes: Uint8Array): Der {
  return element(0x03, Buffer.of(0), bytes)
}

/** `Time` in whole seconds: UTCTime through 2049, GeneralizedTime from 2050 on (RFC 5280, 4.1.2.5). */
export function time(value: Date): Der {
  const digits = value.toISOString().replace(/\.\d+|[-T:]/g, '')
  return value.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2)))
    : element(0x18, Buffer.from(digits))
}

export function boolean(value: boolean): Der {
  return element(0x01, Buffer.of(value ? 0xff : 0))
}

export const asn1Null: Uint8Array = element(0x05)

/** OBJECT IDENTIFIER from the dotted form. */
export function objectIdentifier(value: string): Der {
  return Buffer.from(new ObjectIdentifier({ value }).toBER())
}

/** `Ecdsa-Sig-Value` (RFC 3279, 2.2.3) from r and s concatenated, as WebCrypto returns them. */
export function ecdsaSignature(rAndS: Uint8Array): Der {
  const half = rAndS.length / 2
  return sequence(integer(rAndS.subarray(0, half)), integer(rAndS.subarray(half)))
}
