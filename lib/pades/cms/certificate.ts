import { X509Certificate } from 'node:crypto'
import { dotted, encoded, isTagged, parse, readChildren, readOctets } from './asn1.ts'

/** Fields of a certificate, encoded as in the certificate (RFC 5280, 4.1). */
interface CertificateFields {
  serialNumber: Uint8Array
  issuer: Uint8Array
  subject: Uint8Array
  subjectPublicKeyInfo: Uint8Array
  /** Object identifier, critical flag, and value (octet string) of each extension. */
  extensions: Uint8Array[]
}

/** Object identifier of the extension (RFC 5280, 4.2.1.2). */
const subjectKeyIdentifier = '2.5.29.14'

/** Reads a certificate. @throws Error when `der` is none */
export function readCertificateFields(der: Uint8Array): CertificateFields {
  const [signed] = readChildren(parse(der))
  const fields = readChildren(signed)
  // The version [0] may be absent.
  const [serialNumber, , issuer, , subject, subjectPublicKeyInfo, ...optional] = isTagged(fields[0], 0)
    ? fields.slice(1)
    : fields
  if (!serialNumber || !issuer || !subject || !subjectPublicKeyInfo) throw new Error('Not a certificate.')
  const extensions = readChildren(readChildren(optional.find((field) => isTagged(field, 3)))[0])
  return {
    serialNumber: encoded(serialNumber),
    issuer: encoded(issuer),
    subject: encoded(subject),
    subjectPublicKeyInfo: encoded(subjectPublicKeyInfo),
    extensions: extensions.map(encoded),
  }
}

/** The subject key identifier (RFC 5280, 4.2.1.2), where the certificate has one. */
export function readKeyIdentifier(der: Uint8Array): Uint8Array | undefined {
  const parts = readCertificateFields(der).extensions.map((extension) => readChildren(parse(extension)))
  const value = readOctets(parts.find(([type]) => dotted(type) === subjectKeyIdentifier)?.at(-1))
  return value && readOctets(parse(value))
}

/** Parses a certificate; null for other bytes. */
export function readCertificate(der: Uint8Array): X509Certificate | null {
  try {
    return new X509Certificate(der)
  } catch {
    return null
  }
}

/** Whether the key of one certificate, whose subject is the other's issuer, signed the other. */
export function isSignedBy(subject: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return subject.checkIssued(issuer) && subject.verify(issuer.publicKey)
  } catch {
    // A key of an unknown algorithm.
    return false
  }
}
