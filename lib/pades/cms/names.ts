import { X509Certificate } from 'node:crypto'
import { type Asn1, encoded, isTagged, parse, readChildren } from './asn1.ts'
import { readExtension } from './certificate.ts'

/** Object identifier of the extension with alternative names, and the tag of rfc822Name (RFC 5280, 4.2.1.6). */
const subjectAltName = '2.5.29.17'
const rfc822Name = 1

/** The common name of a certificate's subject, or its whole subject where it has none. */
export function readCommonName(certificate: Uint8Array): string {
  return parseCommonName(new X509Certificate(certificate).subject)
}

/**
 * The common name in a distinguished name (RFC 5280, 4.1.2.4) as node:crypto prints it: a line for each relative name,
 * whose attributes it joins with ` + `.
 */
export function parseCommonName(name: string): string {
  const lines = (name ?? '').split('\n')
  const common = lines.flatMap((line) => line.split(' + ')).findLast((part) => part.startsWith('CN='))
  return unescapeName(common?.slice(3) ?? lines.join(', '))
}

/** A backslash escapes the next character, also a plus sign; two digits are a control character, which shows as a space. */
function unescapeName(name: string): string {
  return name.replace(/\\(?:[0-9A-F]{2}|(.))/g, (_, escaped?: string) => escaped ?? ' ')
}

/** The first email address among the alternative names of a certificate (RFC 5280, 4.2.1.6); null without one in ASCII. */
export function readEmail(certificate: Uint8Array): string | null {
  try {
    const names = readChildren(readExtension(certificate, subjectAltName))
    const email = names.find((name) => isTagged(name, rfc822Name))
    const text = Buffer.from(email?.contents ?? []).toString('latin1')
    return /^[\x20-\x7e]+$/.test(text) ? text : null
  } catch {
    return null
  }
}

/** The encodings of strings by their universal tags (X.680, table 1): UTF8, Printable, Teletex, IA5, Visible, BMP. */
const encodings = new Map([
  [12, 'utf-8'],
  ...[19, 20, 22, 26].map((tag): [number, string] => [tag, 'latin1']),
  [30, 'utf-16be'],
])

/**
 * A Name as names are compared (RFC 5280, 7.1): the types of its strings, upper and lower case, and how many spaces there
 * are make no difference.
 * @param name DER @throws Error when it is none
 */
export function toComparableName(name: Uint8Array): string {
  const toAttribute = (attribute: Asn1) => readChildren(attribute).map(toComparableValue)
  const relativeNames = readChildren(parse(name)).map((set) =>
    readChildren(set)
      .map((attribute) => JSON.stringify(toAttribute(attribute)))
      .toSorted(),
  )
  return JSON.stringify(relativeNames)
}

function toComparableValue(value: Asn1): string {
  const encoding = value.tagClass === 0 ? encodings.get(value.tagNumber) : undefined
  if (!encoding) return Buffer.from(encoded(value)).toString('latin1')
  const text = new TextDecoder(encoding).decode(value.contents)
  return text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')
}
