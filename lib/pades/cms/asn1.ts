import { fromBER, Integer, ObjectIdentifier, OctetString } from 'asn1js'

/**
 * An element of ASN.1 in BER (X.690). Its children are read when `readChildren` asks for them, so that a signature may
 * contain a revocation list with a million entries: asn1js needs 750 MB for a list of 5 MB.
 */
export interface Asn1 {
  /** The identifier octets' class: 0 universal, 2 context-specific (`[n]`). */
  tagClass: number
  tagNumber: number
  isConstructed: boolean
  /** The length has the indefinite form (8.1.3.6). */
  isIndefinite: boolean
  /** The contents octets. */
  contents: Uint8Array
  /** All its bytes. */
  encoded: Uint8Array
}

const contextSpecific = 2
/** Universal tags (X.680, table 1). */
const universal = {
  integer: 2,
  bitString: 3,
  octetString: 4,
  objectIdentifier: 6,
  utf8String: 12,
  sequence: 16,
  utcTime: 23,
  time: 24,
}

/** Deepest nesting of indefinite lengths, whose end is known only after their children. */
const maxDepth = 100
/** Most bytes of a length. */
const maxLengthBytes = 6

/** The first element; bytes after it are ignored. @throws Error when there is none */
export function parse(ber: Uint8Array): Asn1 {
  return readElement(ber, 0, 0)
}

/** Child elements; empty for a primitive one. @throws Error when they exceed the element */
export function readChildren(element: Asn1 | undefined): Asn1[] {
  if (!element?.isConstructed) return []
  const children: Asn1[] = []
  for (let offset = 0; offset < element.contents.length; ) {
    const child = readElement(element.contents, offset, 0)
    children.push(child)
    offset += child.encoded.length
  }
  return children
}

function readElement(bytes: Uint8Array, start: number, depth: number): Asn1 {
  let position = start
  const next = () => {
    const byte = bytes[position++]
    if (byte === undefined) throw new Error('no ASN.1')
    return byte
  }
  const identifier = next()
  let tagNumber = identifier & 0x1f
  if (tagNumber === 0x1f) {
    tagNumber = 0
    for (let byte = 0x80; byte & 0x80; ) {
      byte = next()
      tagNumber = tagNumber * 128 + (byte & 0x7f)
    }
  }
  const isConstructed = (identifier & 0x20) !== 0
  let length = next()
  const isIndefinite = length === 0x80
  if (length > 0x80) {
    const lengthBytes = length & 0x7f
    if (lengthBytes > maxLengthBytes) throw new Error('an ASN.1 length is too long')
    length = 0
    for (let index = 0; index < lengthBytes; index++) length = length * 256 + next()
  }
  if (isIndefinite && (!isConstructed || depth > maxDepth)) throw new Error('an ASN.1 length is not allowed')
  const end = isIndefinite ? endOfContents(bytes, position, depth) : position + length
  const endsAt = isIndefinite ? end + 2 : end
  if (endsAt > bytes.length) throw new Error('no ASN.1')
  return {
    tagClass: identifier >> 6,
    tagNumber,
    isConstructed,
    isIndefinite,
    contents: bytes.subarray(position, end),
    encoded: bytes.subarray(start, endsAt),
  }
}

/** The offset of the two zeros that end an element of indefinite length. */
function endOfContents(bytes: Uint8Array, start: number, depth: number): number {
  let position = start
  while (bytes[position] !== 0 || bytes[position + 1] !== 0)
    position += readElement(bytes, position, depth + 1).encoded.length
  return position
}

/** The encoded child elements of the first element. @throws Error as `parse` does */
export function readElements(ber: Uint8Array): Uint8Array[] {
  return readChildren(parse(ber)).map(encoded)
}

/** Whether the element has this universal type. */
export function isUniversal(element: Asn1 | undefined, type: keyof typeof universal): element is Asn1 {
  return element?.tagClass === 0 && element.tagNumber === universal[type]
}

/** An OCTET STRING's octets, in one piece. */
export function readOctets(element: Asn1 | undefined): Uint8Array | undefined {
  if (!isUniversal(element, 'octetString')) return undefined
  if (!element.isConstructed) return element.contents
  const value = decoded(element)
  return value instanceof OctetString ? new Uint8Array(value.getValue()) : undefined
}

/** An object identifier in dotted form; empty for anything else. */
export function dotted(element: Asn1 | undefined): string {
  const value = isUniversal(element, 'objectIdentifier') ? decoded(element) : null
  return value instanceof ObjectIdentifier ? value.getValue() : ''
}

/** An INTEGER; undefined for anything else. */
export function readInteger(element: Asn1 | undefined): bigint | undefined {
  const value = isUniversal(element, 'integer') ? decoded(element) : null
  return value instanceof Integer ? value.toBigInt() : undefined
}

/**
 * A GeneralizedTime in UTC with seconds and perhaps a fraction of them (RFC 5280, 4.1.2.5.2; RFC 3161, 2.4.2); undefined
 * for anything else. Other forms, such as one with a time zone, are not allowed there.
 */
export function readTime(element: Asn1 | undefined): Date | undefined {
  return isUniversal(element, 'time') ? toDate(generalizedTime.exec(toText(element))) : undefined
}

/** A UTCTime in UTC with seconds or a GeneralizedTime (Time, RFC 5280, 4.1.2.5); undefined for anything else. */
export function readEitherTime(element: Asn1 | undefined): Date | undefined {
  if (!isUniversal(element, 'utcTime')) return readTime(element)
  const text = toText(element)
  // Of years from 1950 to 2049.
  return toDate(generalizedTime.exec(`${text < '5' ? '20' : '19'}${text}`))
}

const generalizedTime = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/

function toDate(match: RegExpExecArray | null): Date | undefined {
  if (!match) return undefined
  const [, year, month, day, hour, minute, second, fraction = ''] = match
  const seconds = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const time = new Date(`${seconds}${fraction}Z`)
  // Some days and hours that do not exist are taken for later ones, such as 30 February.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(seconds) ? time : undefined
}

function toText({ contents }: Asn1): string {
  return Buffer.from(contents).toString('latin1')
}

/** The octets of a BIT STRING of whole octets, as signatures are; undefined for anything else. */
export function readBits(element: Asn1 | undefined): Uint8Array | undefined {
  return isUniversal(element, 'bitString') && !element.isConstructed
    ? element.contents.subarray(1)
    : undefined
}

function decoded({ encoded }: Asn1) {
  return fromBER(new Uint8Array(encoded)).result
}

/** Whether the element has the context-specific tag `[number]`. */
export function isTagged(element: Asn1 | undefined, number: number): boolean {
  return element?.tagClass === contextSpecific && element.tagNumber === number
}

/** The bytes that an element was read from. */
export function encoded(element: Asn1): Uint8Array {
  return element.encoded
}
