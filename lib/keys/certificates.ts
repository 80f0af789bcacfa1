import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

const EC = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const
const DER_NULL = new Uint8Array([5, 0])
/** RFC 9608: no revocation information will ever exist for this certificate. */
const NO_REVOCATION_AVAILABLE = '2.5.29.56'
/** EN 319 412-1 5.2: the certificate is valid for so short a time that it is never revoked. */
const VALIDITY_ASSURED_SHORT_TERM = '0.4.0.194121.2.1'
/** RFC 5280 appendix A.1, ub-common-name, ub-organization-name. */
const NAME_LIMIT = 64

/** A certificate with its private key, before the key is locked away. */
export interface KeyPair {
  certificate: X509Certificate
  privateKey: CryptoKey
}

/** When a certificate begins and ends to be valid; whole seconds, as RFC 5280 4.1.2.5 has it. */
export interface Validity {
  notBefore: Date
  notAfter: Date
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
export async function makeRoot(commonName: string, validity: Validity): Promise<KeyPair> {
  const keys = await generateKeys(true)
  const name = nameOf({ CN: commonName })
  const certificate = await X509CertificateGenerator.create({
    ...named(name, name, validity),
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    signingAlgorithm: SIGNATURE,
    extensions: [
      new BasicConstraintsExtension(true, 1, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate, privateKey: keys.privateKey }
}

/**
 * A tenant's authority under `issuer`: path length 0, signs end entities only.
 * @returns an extractable P-256 key, so that it can be stored sealed.
 */
export async function makeAuthority(
  subject: { commonName: string; organization: string },
  validity: Validity,
  issuer: KeyPair,
): Promise<KeyPair> {
  const keys = await generateKeys(true)
  const certificate = await X509CertificateGenerator.create({
    ...named(
      nameOf({ CN: subject.commonName, O: subject.organization }),
      issuer.certificate.subjectName,
      within(validity, issuer),
    ),
    publicKey: keys.publicKey,
    signingKey: issuer.privateKey,
    signingAlgorithm: SIGNATURE,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ...(await keyIdentifiers(keys.publicKey, issuer)),
    ],
  })
  return { certificate, privateKey: keys.privateKey }
}

/**
 * The platform's seal for one tenant under its authority.
 * @returns an extractable P-256 key, so that it can be stored sealed.
 */
export async function makeSeal(
  subject: { commonName: string; organization: string },
  validity: Validity,
  issuer: KeyPair,
): Promise<KeyPair> {
  const keys = await generateKeys(true)
  const certificate = await X509CertificateGenerator.create({
    ...named(
      nameOf({ CN: subject.commonName, O: subject.organization }),
      issuer.certificate.subjectName,
      within(validity, issuer),
    ),
    publicKey: keys.publicKey,
    signingKey: issuer.privateKey,
    signingAlgorithm: SIGNATURE,
    extensions: [...signatureUse(), ...(await keyIdentifiers(keys.publicKey, issuer))],
  })
  return { certificate, privateKey: keys.privateKey }
}

/**
 * A signer's certificate (EN 319 412-2 4.2.4: common name and serial number; the mail as subjectAltName), valid so
 * shortly that it is never revoked.
 * @returns a key that cannot be exported: it lives in this process's memory and nowhere else.
 */
export async function makeSigner(person: Person, validity: Validity, issuer: KeyPair): Promise<KeyPair> {
  const keys = await generateKeys(false)
  const certificate = await X509CertificateGenerator.create({
    ...named(
      nameOf({ CN: person.name, '2.5.4.5': person.serialNumber }),
      issuer.certificate.subjectName,
      within(validity, issuer),
    ),
    publicKey: keys.publicKey,
    signingKey: issuer.privateKey,
    signingAlgorithm: SIGNATURE,
    extensions: [
      ...signatureUse(),
      ...(await keyIdentifiers(keys.publicKey, issuer)),
      ...mailboxOf(person.email),
      new Extension(NO_REVOCATION_AVAILABLE, false, DER_NULL),
      new Extension(VALIDITY_ASSURED_SHORT_TERM, false, DER_NULL),
    ],
  })
  return { certificate, privateKey: keys.privateKey }
}

/** The SHA-1 key identifier of RFC 5280 4.2.1.2 (1), lower-case hexadecimal: the name of a certificate's key. */
export function keyIdOf(certificate: X509Certificate): string {
  const identifier = certificate.getExtension(SubjectKeyIdentifierExtension)
  if (!identifier) throw new Error('The certificate names no key.')
  return identifier.keyId.toLowerCase()
}

/** The key identifier of the authority that issued a certificate (RFC 5280 4.2.1.1), lower-case hexadecimal. */
export function issuerKeyIdOf(certificate: X509Certificate): string | null {
  return certificate.getExtension(AuthorityKeyIdentifierExtension)?.keyId?.toLowerCase() ?? null
}

async function generateKeys(extractable: boolean): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(EC, extractable, ['sign', 'verify'])
}

function named(subject: Name, issuer: Name, validity: Validity) {
  return { serialNumber: newSerialNumber(), subject, issuer, ...validity }
}

/** 127 random bits: RFC 5280 4.1.2.2 wants it positive and at most 20 bytes. */
function newSerialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes.toString('hex')
}

/** As UTF8String objects, never as text: a text is parsed, and a name like `x, CN=y` would become two. */
function nameOf(parts: Record<string, string>): Name {
  return new Name(Object.entries(parts).map(([type, value]) => ({ [type]: [{ utf8String: clip(value) }] })))
}

/** At most 64 characters, whole ones. */
function clip(text: string): string {
  return Array.from(text.trim()).slice(0, NAME_LIMIT).join('')
}

/** Nobody is valid for longer than who vouches for them. */
function within(validity: Validity, issuer: KeyPair): Validity {
  const end = Math.min(validity.notAfter.getTime(), issuer.certificate.notAfter.getTime())
  return { notBefore: validity.notBefore, notAfter: new Date(end) }
}

function signatureUse(): Extension[] {
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
  ]
}

async function keyIdentifiers(publicKey: CryptoKey, issuer: KeyPair): Promise<Extension[]> {
  return [
    await SubjectKeyIdentifierExtension.create(publicKey),
    new AuthorityKeyIdentifierExtension(keyIdOf(issuer.certificate)),
  ]
}

/** An rfc822Name is ASCII (RFC 5280 4.2.1.6): a domain in other letters goes in as its A-labels. */
function mailboxOf(email: string): Extension[] {
  const at = email.lastIndexOf('@')
  if (at < 1) return []
  const mailbox = `${email.slice(0, at)}@${domainToASCII(email.slice(at + 1))}`
  if (!/^[\x21-\x7e]+@[\x21-\x7e]+$/.test(mailbox)) return []
  return [new SubjectAlternativeNameExtension([{ type: 'email', value: mailbox }])]
}
