import type { X509Certificate } from 'node:crypto'
import { dotted, readChildren } from '../cms/asn1.ts'
import { hasUnknownCriticalExtension, readExtension } from '../cms/certificate.ts'

/** Extensions of RFC 5280, 4.2.1.3 and 4.2.1.12. */
const keyUsage = '2.5.29.15'
const extendedKeyUsage = '2.5.29.37'
/** Bits of keyUsage, the first bit first. */
const usageBits = { digitalSignature: 0, nonRepudiation: 1, keyCertSign: 5, cRLSign: 6 }
/** Uses that are not for documents: TLS servers, TLS clients, code, time stamps and OCSP (RFC 5280, 4.2.1.12). */
const otherUses = ['1', '2', '3', '8', '9'].map((last) => `1.3.6.1.5.5.7.3.${last}`)
/** Extended key usage id-kp-timeStamping (RFC 3161, 2.3). */
const timeStamping = '1.3.6.1.5.5.7.3.8'

/**
 * What the key of a certificate, DER, may be used for; without the extension for everything.
 * @throws Error when the extension is malformed
 */
export function readUsage(der: Uint8Array): (use: keyof typeof usageBits) => boolean {
  const extension = readExtension(der, keyUsage)
  if (!extension) return () => true
  // The first byte of a bit string is the number of its unused bits.
  const [, bits = 0] = extension.contents
  return (use) => (bits & (0x80 >> usageBits[use])) !== 0
}

/** Whether the key of a certificate may sign documents. @throws Error when an extension is malformed */
export function isForDocuments(der: Uint8Array): boolean {
  const may = readUsage(der)
  const uses = readChildren(readExtension(der, extendedKeyUsage)).map(dotted)
  const isForOthers = uses.length > 0 && uses.every((id) => otherUses.includes(id))
  return !isForOthers && (may('digitalSignature') || may('nonRepudiation'))
}

/** Whether the key of the certificate may sign documents; one that cannot be read, or not wholly understood, may not. */
export function maySignDocuments(certificate: X509Certificate): boolean {
  try {
    return !hasUnknownCriticalExtension(certificate) && isForDocuments(certificate.raw)
  } catch {
    return false
  }
}

/** Whether the certificate is that of a time-stamping authority, and wholly understood. */
export function isForTimeStamps(certificate: X509Certificate): boolean {
  const isForThem = certificate.keyUsage?.includes(timeStamping) ?? false
  return isForThem && !hasUnknownCriticalExtension(certificate)
}
