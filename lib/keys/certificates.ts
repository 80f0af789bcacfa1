import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { fieldsOf } from '#lib/pades/certificate'
import {
  bitString,
  boolean,
  contentsOf,
  type Der,
  ecdsaSignature,
  element,
  elementsIn,
  integer,
  nothing,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  tagged,
  time,
  utf8String,
} from '#lib/pades/der'

const EC = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const
/** RFC 5280 appendix A.1, ub-common-name, ub-organization-name. */
const NAME_LIMIT = 64

/** Attributes of names (X.520), extensions (RFC 5280 4.2.1, RFC 9608), algorithms (RFC 5758). */
const oid = {
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  organization: '2.5.4.10',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  /** No revocation information will ever exist for this certificate. */
  noRevAvail: '2.5.29.56',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const

/** A certificate with its private key. */
export interface KeyPair {
  /** DER. */
  certificate: Uint8Array
  privateKey: CryptoKey
}

/** When a certificate begins and ends to be valid; whole seconds, as RFC 5280 4.1.2.5 has it. */
export interface Validity {
  notBefore: Date
  notAfter: Date
}

/** A tenant's organization and what its certificate is called. */
export interface Organization {
  commonName: string
  organization: string
}

/** A person as their certificate names them. */
export interface Person {
  name: string
  email: string
  /** Stands in the subject's serialNumber (X.520 6.2.9): unique under the authority. */
  serialNumber: string
}

/**
 * The installation's self-signed root (RFC 5280 3.2): path length 1, signs authorities only.
 * @returns an extractable P-256 key, so that it can be stored sealed.
 */
export function makeRoot(commonName: string, validity: Validity): Promise<KeyPair> {
  const subject = nameOf([[oid.commonName, commonName]])
  return issue(null, { subject, validity, extractable: true, extensions: authorityUse(1) })
}

/**
 * A tenant's authority under `issuer`: path length 0, signs end entities only.
 * @returns an extractable P-256 key, so that it can be stored sealed.
 */
export function makeAuthority(subject: Organization, validity: Validity, issuer: KeyPair): Promise<KeyPair> {
  const extensions = authorityUse(0)
  return issue(issuer, { subject: organizationName(subject), validity, extractable: true, extensions })
}

/**
 * The platform's seal for one tenant under its authority.
 * @returns an extractable P-256 key, so that it can be stored sealed.
 */
export function makeSeal(subject: Organization, validity: Validity, issuer: KeyPair): Promise<KeyPair> {
  const extensions = signatureUse()
  return issue(issuer, { subject: organizationName(subject), validity, extractable: true, extensions })
}

/**
 * A signer's certificate (EN 319 412-2 4.2.4: common name and serial number; the mail as subjectAltName). It is
 * never revoked (RFC 9608), for the key is destroyed after use.
 * @returns a key that cannot be exported: it lives in this process's memory and nowhere else.
 */
export function makeSigner(person: Person, validity: Validity, issuer: KeyPair): Promise<KeyPair> {
  const subject = nameOf([
    [oid.commonName, person.name],
    [oid.serialNumber, person.serialNumber],
  ])
  const extensions = [...signatureUse(), ...mailboxOf(person.email), extension(oid.noRevAvail, nothing)]
  return issue(issuer, { subject, validity, extractable: false, extensions })
}

/** The SHA-1 key identifier of RFC 5280 4.2.1.2 (1), lower-case hexadecimal: the name of a certificate's key. */
export function keyIdOf(certificate: Uint8Array): string {
  return keyIdentifier(fieldsOf(certificate).subjectPublicKeyInfo).toString('hex')
}

/** When a certificate ends to be valid. */
export function endOf(certificate: Uint8Array): Date {
  return new X509Certificate(certificate).validToDate
}

interface Template {
  subject: Der
  validity: Validity
  extensions: Der[]
  extractable: boolean
}

/** A fresh key and its certificate (RFC 5280 4.1), signed by `issuer` or, above all others, by itself. */
async function issue(issuer: KeyPair | null, template: Template): Promise<KeyPair> {
  const { subject, validity, extractable } = template
  const keys = await crypto.subtle.generateKey(EC, extractable, ['sign', 'verify'])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('spki', keys.publicKey))
  const above = issuer && fieldsOf(issuer.certificate)
  const algorithm = sequence(objectIdentifier(oid.ecdsaWithSha256))
  const extensions = [
    ...template.extensions,
    extension(oid.subjectKeyIdentifier, octetString(keyIdentifier(publicKey))),
    ...(above ? [authorityKey(above.subjectPublicKeyInfo)] : []),
  ]
  const signed = sequence(
    tagged(0, integer(Buffer.of(2))),
    integer(newSerialNumber()),
    algorithm,
    above?.subject ?? subject,
    sequence(time(validity.notBefore), time(issuer ? earlier(validity, issuer) : validity.notAfter)),
    subject,
    publicKey,
    tagged(3, sequence(...extensions)),
  )
  const key = issuer?.privateKey ?? keys.privateKey
  const signature = ecdsaSignature(new Uint8Array(await crypto.subtle.sign(SIGNATURE, key, signed)))
  return { certificate: sequence(signed, algorithm, bitString(signature)), privateKey: keys.privateKey }
}

/** Nobody is valid for longer than who vouches for them. */
function earlier({ notAfter }: Validity, issuer: KeyPair): Date {
  const last = endOf(issuer.certificate)
  return last < notAfter ? last : notAfter
}

/** 127 random bits: RFC 5280 4.1.2.2 wants it positive and at most 20 bytes. */
function newSerialNumber(): Buffer {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes
}

function organizationName({ commonName, organization }: Organization): Der {
  return nameOf([
    [oid.commonName, commonName],
    [oid.organization, organization],
  ])
}

function nameOf(attributes: [type: string, value: string][]): Der {
  const relative = attributes.map(([type, value]) =>
    setOf(sequence(objectIdentifier(type), utf8String(clip(value)))),
  )
  return sequence(...relative)
}

/** At most 64 characters, whole ones. */
function clip(text: string): string {
  return Array.from(text.trim()).slice(0, NAME_LIMIT).join('')
}

function extension(type: string, value: Uint8Array): Der {
  return sequence(objectIdentifier(type), octetString(value))
}

function critical(type: string, value: Uint8Array): Der {
  return sequence(objectIdentifier(type), boolean(true), octetString(value))
}

/** keyCertSign and cRLSign. */
function authorityUse(pathLength: number): Der[] {
  return [
    critical(oid.basicConstraints, sequence(boolean(true), integer(Buffer.of(pathLength)))),
    critical(oid.keyUsage, bitString(Buffer.of(0b0000_0110), 1)),
  ]
}

/** digitalSignature and nonRepudiation. */
function signatureUse(): Der[] {
  return [
    critical(oid.basicConstraints, sequence()),
    critical(oid.keyUsage, bitString(Buffer.of(0b1100_0000), 6)),
  ]
}

function authorityKey(publicKey: Uint8Array): Der {
  return extension(oid.authorityKeyIdentifier, sequence(element(0x80, keyIdentifier(publicKey))))
}

function keyIdentifier(subjectPublicKeyInfo: Uint8Array): Buffer {
  const [, key] = elementsIn(subjectPublicKeyInfo)
  const countOfUnusedBits = 1
  return createHash('sha1').update(contentsOf(key!).subarray(countOfUnusedBits)).digest()
}

/** An rfc822Name is ASCII (RFC 5280 4.2.1.6): a domain in other letters goes in as its A-labels. */
function mailboxOf(email: string): Der[] {
  const at = email.lastIndexOf('@')
  if (at < 1) return []
  const mailbox = `${email.slice(0, at)}@${domainToASCII(email.slice(at + 1))}`
  if (!/^[\x21-\x7e]+@[\x21-\x7e]+$/.test(mailbox)) return []
  return [extension(oid.subjectAltName, sequence(element(0x81, Buffer.from(mailbox))))]
}
