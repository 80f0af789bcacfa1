import { contentsOf, elementsIn, objectIdentifier } from './der.ts'

/** What a certificate says of itself, each element as it is encoded (RFC 5280, 4.1). */
export interface CertificateFields {
  serialNumber: Uint8Array
  issuer: Uint8Array
  subject: Uint8Array
  subjectPublicKeyInfo: Uint8Array
  /** Each with its object identifier, whether it is critical, and its value in an octet string. */
  extensions: Uint8Array[]
}

const version = 0xa0
const extensionsTag = 0xa3
const subjectKeyIdentifier = objectIdentifier('2.5.29.14')

/** @throws RangeError when `der` is no certificate. */
export function fieldsOf(der: Uint8Array): CertificateFields {
  const [signed] = elementsIn(der)
  const fields = elementsIn(signed ?? der)
  const [serialNumber, , issuer, , subject, subjectPublicKeyInfo, ...optional] =
    fields[0]?.[0] === version ? fields.slice(1) : fields
  if (!serialNumber || !issuer || !subject || !subjectPublicKeyInfo)
    throw new RangeError('This is no certificate.')
  const wrapped = optional.find((field) => field[0] === extensionsTag)
  const extensions = wrapped ? elementsIn(elementsIn(wrapped)[0]!) : []
  return { serialNumber, issuer, subject, subjectPublicKeyInfo, extensions }
}

/** The subject key identifier (4.2.1.2), where the certificate has one. */
export function keyIdentifierOf(der: Uint8Array): Uint8Array | undefined {
  const found = fieldsOf(der).extensions.find((one) => elementsIn(one)[0]?.equals(subjectKeyIdentifier))
  const value = found && elementsIn(found).at(-1)
  const [octets] = value ? elementsIn(value) : []
  return octets && contentsOf(octets)
}
