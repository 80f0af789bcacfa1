import { X509Certificate } from 'node:crypto'
import { isSignedBy, readCertificate } from '../../lib/pades/cms/certificate.ts'

/** Longer chains are not followed. */
const MAX_CHAIN = 6

/** Who vouches for a certificate. */
export interface Voucher {
  /** The root, DER; null where the chain does not end at a certificate that signs itself. */
  root: X509Certificate | null
  isTrusted: boolean
}

/** The certificates of PEM text. @throws Error where one cannot be read */
export function parsePem(text: string): X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  return blocks.map((block) => new X509Certificate(block))
}

/**
 * Follows the chain of a certificate by names and signatures (RFC 5280, 6.1, without policies and name constraints) to
 * one of `roots`, else to a root that comes with the signature. Each certificate must have been valid at `time`.
 */
export function findVoucher(
  certificate: Uint8Array,
  others: readonly Uint8Array[],
  roots: readonly X509Certificate[],
  time: Date,
): Voucher {
  const none = { root: null, isTrusted: false }
  let current = readCertificate(certificate)
  const candidates = others.map(readCertificate).filter((other) => other !== null)
  for (let length = 0; current && length < MAX_CHAIN; length++) {
    const subject: X509Certificate = current
    if (time < subject.validFromDate || time > subject.validToDate) return none
    const trusted = roots.find((root) => root.raw.equals(subject.raw) || issued(root, subject))
    if (trusted) return { root: trusted, isTrusted: true }
    if (issued(subject, subject)) return { root: subject, isTrusted: false }
    current = candidates.find((candidate) => issued(candidate, subject)) ?? null
  }
  return none
}

function issued(issuer: X509Certificate, subject: X509Certificate): boolean {
  return issuer.ca && isSignedBy(subject, issuer)
}
