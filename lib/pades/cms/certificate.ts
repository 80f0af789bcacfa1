import { X509Certificate } from 'node:crypto'
import { type Asn1, dotted, encoded, isTagged, parse, readChildren, readOctets } from './asn1.ts'

/** Fields of a certificate, encoded as in the certificate (RFC 5280, 4.1). */
interface CertificateFields {
  serialNumber: Uint8Array
  issuer: Uint8Array
  subject: Uint8Array
  subjectPublicKeyInfo: Uint8Array
  /** Object identifier, critical flag, and value (octet string) of each extension. */
  extensions: Uint8Array[]
}

/** Object identifiers of extensions (RFC 5280, 4.2.1.2 and 4.2.1.1). */
const subjectKeyIdentifier = '2.5.29.14'
const authorityKeyIdentifier = '2.5.29.35'

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

/** Whether a certificate is of version 1, which has no extensions (RFC 5280, 4.1.2.1). */
export function isVersion1(der: Uint8Array): boolean {
  const [signed] = readChildren(parse(der))
  return !isTagged(readChildren(signed)[0], 0)
}

/** The subject key identifier (RFC 5280, 4.2.1.2), where the certificate has one. */
export function readKeyIdentifier(der: Uint8Array): Uint8Array | undefined {
  return readOctets(readExtension(der, subjectKeyIdentifier))
}

/** The key identifier of the issuer (RFC 5280, 4.2.1.1), where the certificate has one. */
export function readIssuerKeyIdentifier(der: Uint8Array): Uint8Array | undefined {
  const identifier = readChildren(readExtension(der, authorityKeyIdentifier)).find((part) =>
    isTagged(part, 0),
  )
  return identifier?.contents
}

/** The value of an extension of a certificate; undefined without one. @throws Error when `der` is no certificate */
export function readExtension(der: Uint8Array, type: string): Asn1 | undefined {
  const parts = readCertificateFields(der).extensions.map((extension) => readChildren(parse(extension)))
  const value = readOctets(parts.find(([id]) => dotted(id) === type)?.at(-1))
  return value && parse(value)
}

/**
 * Extensions that are processed here, or say nothing that could limit a certificate. Name constraints are not processed:
 * they count as unknown.
 */
const knownExtensions = new Set([
  ...[subjectKeyIdentifier, authorityKeyIdentifier],
  // Key usage and extended key usage, names of subject and issuer, basic constraints, distribution points.
  ...['2.5.29.15', '2.5.29.37', '2.5.29.17', '2.5.29.18', '2.5.29.19', '2.5.29.31'],
  // Policies, their mappings and constraints, and the end of anyPolicy.
  ...['2.5.29.32', '2.5.29.33', '2.5.29.36', '2.5.29.54'],
  // Access to information about the authority and the subject, statements of qualified certificates, no check by OCSP.
  ...['1.3.6.1.5.5.7.1.1', '1.3.6.1.5.5.7.1.11', '1.3.6.1.5.5.7.1.3', '1.3.6.1.5.5.7.48.1.5'],
])

/** Whether a certificate has a critical extension that is unknown here (RFC 5280, 4.2), or cannot be read. */
export function hasUnknownCriticalExtension({ raw }: X509Certificate): boolean {
  try {
    return readCertificateFields(raw).extensions.some((extension) => {
      const [id, critical, value] = readChildren(parse(extension))
      // Some encode that an extension is not critical, which is the default.
      return value !== undefined && critical?.contents[0] !== 0 && !knownExtensions.has(dotted(id))
    })
  } catch {
    return true
  }
}

/** Tag of a uniformResourceIdentifier in GeneralName (RFC 5280, 4.2.1.6). */
const uriTag = 6

/** Names of distribution points are nested less deeply. */
const MAX_URI_DEPTH = 16

/** The URIs anywhere in an element, such as an extension that names addresses. */
export function listUris(element: Asn1 | undefined, depth = 0): string[] {
  if (!element || depth > MAX_URI_DEPTH) return []
  if (isTagged(element, uriTag) && !element.isConstructed)
    return [Buffer.from(element.contents).toString('latin1')]
  return readChildren(element).flatMap((child) => listUris(child, depth + 1))
}

/** What OpenSSL writes for a time that does not exist, such as on 30 February; node:crypto gives any date for it. */
const badTime = 'Bad time value'

/** The first byte of a certificate in DER. node:crypto reads PEM, too. */
const sequenceTag = 0x30

/** A certificate has a few thousand bytes; its extensions, of which anyone may add any number, are read many times. */
const MAX_CERTIFICATE_BYTES = 100_000

/** Parses a certificate in DER; null for other bytes, and for one that is very long or has no validity. */
export function readCertificate(der: Uint8Array): X509Certificate | null {
  if (der[0] !== sequenceTag || der.length > MAX_CERTIFICATE_BYTES) return null
  try {
    const certificate = new X509Certificate(der)
    return [certificate.validFrom, certificate.validTo].includes(badTime) ? null : certificate
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
