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

export function bitString(bytes: Uint8Array, unusedBits = 0): Der {
  return element(0x03, Buffer.of(unusedBits), bytes)
}

export function utf8String(text: string): Der {
  return element(0x0c, Buffer.from(text))
}

export function boolean(value: boolean): Der {
  return element(0x01, Buffer.of(value ? 0xff : 0))
}

export const nothing: Uint8Array = element(0x05)

/** From its dotted form. */
export function objectIdentifier(dotted: string): Der {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const digits = [arc % 128]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift(0x80 | (left % 128))
    return digits
  })
  return element(0x06, Buffer.from(bytes))
}

/** UTCTime up to 2049, GeneralizedTime after it (RFC 5280, 4.1.2.5); whole seconds. */
export function time(at: Date): Der {
  const digits = at.toISOString().slice(0, 19).replace(/\D/g, '')
  return at.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : element(0x18, Buffer.from(`${digits}Z`))
}

/** `Ecdsa-Sig-Value` (RFC 3279, 2.2.3) of r and s one after the other, as WebCrypto gives them. */
export function ecdsaSignature(rAndS: Uint8Array): Der {
  const half = rAndS.length / 2
  return sequence(integer(rAndS.subarray(0, half)), integer(rAndS.subarray(half)))
}

/**
 * The elements in the contents of an element.
 * @throws RangeError when a length leads out of the bytes, or is not a definite one.
 */
export function elementsIn(der: Uint8Array): Buffer[] {
  const contents = contentsOf(der)
  const found: Buffer[] = []
  for (let at = 0; at < contents.length; ) {
    const { end } = placeOf(contents, at)
    found.push(contents.subarray(at, end))
    at = end
  }
  return found
}

/** An element without its tag and length. @throws RangeError as `elementsIn` does. */
export function contentsOf(der: Uint8Array): Buffer {
  const bytes = Buffer.from(der.buffer, der.byteOffset, der.byteLength)
  const { start, end } = placeOf(bytes, 0)
  return bytes.subarray(start, end)
}

/** Where the contents of the element at `at` begin and end. */
function placeOf(bytes: Buffer, at: number): { start: number; end: number } {
  const first = bytes.readUInt8(at + 1)
  if (first === longForm) throw new RangeError('An element has no definite length.')
  const digits = first < longForm ? 0 : first - longForm
  const length = digits === 0 ? first : bytes.readUIntBE(at + 2, digits)
  const start = at + 2 + digits
  if (start + length > bytes.length) throw new RangeError('An element is longer than its bytes.')
  return { start, end: start + length }
}
