import { X509Certificate } from 'node:crypto'
import { isTagged, readChildren } from './asn1.ts'
import { readExtension } from './certificate.ts'

/** Object identifier of the extension with alternative names, and the tag of rfc822Name (RFC 5280, 4.2.1.6). */
const subjectAltName = '2.5.29.17'
const rfc822Name = 1

/** The common name of a certificate's subject, or its whole subject where it has none. */
export function readCommonName(certificate: Uint8Array): string {
  return parseCommonName(new X509Certificate(certificate).subject)
}

/** The common name in a distinguished name as node:crypto prints it (one attribute a line). */
export function parseCommonName(name: string): string {
  const lines = (name ?? '').split('\n')
  const common = lines.findLast((line) => line.startsWith('CN='))
  // A backslash escapes the next character.
  return (common?.slice(3) ?? lines.join(', ')).replace(/\\(.)/g, '$1')
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
