import { X509Certificate } from 'node:crypto'
import { type Asn1, encoded, isTagged, parse, readChildren } from './asn1.ts'
import { readCertificateFields, readExtension } from './certificate.ts'

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

/** A distinguished name as node:crypto prints it, on one line. */
export function formatName(name: string): string {
  return name.replaceAll('\n', ', ')
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

const latin1 = new TextDecoder('latin1')
/** For strings by their universal tags (X.680, table 1): UTF8, Printable, Teletex, IA5, Visible, BMP. */
const decoders = new Map([
  [12, new TextDecoder('utf-8')],
  ...[19, 20, 22, 26].map((tag): [number, TextDecoder] => [tag, latin1]),
  [30, new TextDecoder('utf-16be')],
])

/** A longer name is compared by its bytes: normalizing accents takes quadratic time, and an attribute has 64 characters or few more. */
const MAX_NORMALIZED_BYTES = 1_000

/**
 * A Name as names are compared (RFC 5280, 7.1): the types of its strings, upper and lower case, and how many spaces there
 * are make no difference, unless it is very long.
 * @param name DER @throws Error when it is none
 */
export function toComparableName(name: Uint8Array): string {
  if (name.length > MAX_NORMALIZED_BYTES) return Buffer.from(name).toString('latin1')
  const toAttribute = (attribute: Asn1) => readChildren(attribute).map(toComparableValue)
  const relativeNames = readChildren(parse(name)).map((set) =>
    readChildren(set)
      .map((attribute) => JSON.stringify(toAttribute(attribute)))
      .toSorted(),
  )
  return JSON.stringify(relativeNames)
}

/** The names in a certificate as `toComparableName` writes them; empty where they cannot be read. */
export function readComparableNames({ raw }: X509Certificate): { subject: string; issuer: string } {
  try {
    const { subject, issuer } = readCertificateFields(raw)
    return { subject: toComparableName(subject), issuer: toComparableName(issuer) }
  } catch {
    return { subject: '', issuer: '' }
  }
}

function toComparableValue(value: Asn1): string {
  const decoder = value.tagClass === 0 ? decoders.get(value.tagNumber) : undefined
  if (!decoder) return Buffer.from(encoded(value)).toString('latin1')
  return decoder.decode(value.contents).normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')
}
