import { childrenOf, dotted, encoded, isTagged, octetsOf, parse } from './asn1.ts'

/** What a certificate says of itself, each element as it is encoded (RFC 5280, 4.1). */
interface CertificateFields {
  serialNumber: Uint8Array
  issuer: Uint8Array
  subject: Uint8Array
  subjectPublicKeyInfo: Uint8Array
  /** Each with its object identifier, whether it is critical, and its value in an octet string. */
  extensions: Uint8Array[]
}

const subjectKeyIdentifier = '2.5.29.14'

/** @throws Error when `der` is no certificate. */
export function fieldsOf(der: Uint8Array): CertificateFields {
  const [signed] = childrenOf(parse(der))
  const fields = childrenOf(signed)
  const [serialNumber, , issuer, , subject, subjectPublicKeyInfo, ...optional] = isTagged(fields[0], 0)
    ? fields.slice(1)
    : fields
  if (!serialNumber || !issuer || !subject || !subjectPublicKeyInfo)
    throw new Error('This is no certificate.')
  const extensions = childrenOf(childrenOf(optional.find((field) => isTagged(field, 3)))[0])
  return {
    serialNumber: encoded(serialNumber),
    issuer: encoded(issuer),
    subject: encoded(subject),
    subjectPublicKeyInfo: encoded(subjectPublicKeyInfo),
    extensions: extensions.map(encoded),
  }
}

/** The subject key identifier (4.2.1.2), where the certificate has one. */
export function keyIdentifierOf(der: Uint8Array): Uint8Array | undefined {
  const parts = fieldsOf(der).extensions.map((extension) => childrenOf(parse(extension)))
  const value = octetsOf(parts.find(([type]) => dotted(type) === subjectKeyIdentifier)?.at(-1))
  return value && octetsOf(parse(value))
}
