import { X509Certificate } from 'node:crypto'

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
