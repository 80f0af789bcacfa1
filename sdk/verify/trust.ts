import { X509Certificate } from 'node:crypto'
import { isSignedBy, readCertificate } from '../../lib/pades/cms/certificate.ts'

/** Longer chains are not followed. */
const MAX_CHAIN = 6

/** The chain of a certificate. */
export interface Chain {
  /** From the certificate itself to the one that was given, else as far as it can be followed. */
  certificates: X509Certificate[]
  /** It ends at a certificate that was given. */
  isTrusted: boolean
  /** All were valid at the time. */
  wasValid: boolean
}

/** The certificates of PEM text. @throws Error where one cannot be read */
export function parsePem(text: string): X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  return blocks.map((block) => new X509Certificate(block))
}

/**
 * Follows the chain of a certificate by names and signatures (RFC 5280, 6.1, without policies and name constraints) to
 * one of `roots`, or to the end of the certificates that come with the signature.
 */
export function findChain(
  certificate: Uint8Array,
  others: readonly Uint8Array[],
  roots: readonly X509Certificate[],
  time: Date,
): Chain {
  const candidates = others.map(readCertificate).filter((other) => other !== null)
  const certificates: X509Certificate[] = []
  let isTrusted = false
  for (let current = readCertificate(certificate); current && certificates.length < MAX_CHAIN; ) {
    const subject: X509Certificate = current
    certificates.push(subject)
    const root = roots.find((given) => given.raw.equals(subject.raw) || issued(given, subject))
    if (root && !root.raw.equals(subject.raw)) certificates.push(root)
    isTrusted = root !== undefined
    current =
      root || issued(subject, subject)
        ? null
        : (candidates.find((candidate) => issued(candidate, subject)) ?? null)
  }
  const wasValid = certificates.every((one) => isWithinPeriod(one, time))
  return { certificates, isTrusted: isTrusted && wasValid, wasValid }
}

/** Whether the certificate can be read, and its period includes the time. */
export function isValidAt(der: Uint8Array, time: Date): boolean {
  const certificate = readCertificate(der)
  return certificate !== null && isWithinPeriod(certificate, time)
}

function isWithinPeriod({ validFromDate, validToDate }: X509Certificate, time: Date): boolean {
  return validFromDate <= time && time <= validToDate
}

/**
 * Whether a chain shows that this certificate seals for the platform: it was given itself, or was issued by an
 * authority of the same organisation, as an installation makes for each. Others below the same root, such as all
 * customers of a public authority, do not seal.
 */
export function isSeal({ certificates, isTrusted }: Chain): boolean {
  const [seal, issuer] = certificates
  const organisation = seal && readOrganisation(seal)
  const isOfOwnAuthority = organisation && issuer && organisation === readOrganisation(issuer)
  return isTrusted && (certificates.length === 1 || Boolean(isOfOwnAuthority))
}

/** The organisation in the subject of a certificate; null without one, or with several. */
export function readOrganisation(certificate: X509Certificate): string | null {
  const { O: organisation } = certificate.toLegacyObject().subject as { O?: string | string[] }
  return typeof organisation === 'string' ? organisation : null
}

export function formatName(name: string): string {
  return name.replaceAll('\n', ', ')
}

function issued(issuer: X509Certificate, subject: X509Certificate): boolean {
  return issuer.ca && isSignedBy(subject, issuer)
}
