import { X509Certificate } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { Extension, JsonNameParams } from '@peculiar/x509'
import { keyIdentifierOf } from '#lib/pades/cms/certificate'
import { asn1Null } from '#lib/pades/cms/der'

const EC = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const
/** RFC 5280 appendix A.1, ub-common-name, ub-organization-name. */
const NAME_LIMIT = 64
/** X.520 6.2.9. */
const SERIAL_NUMBER = '2.5.4.5'
/** RFC 9608: no revocation information will ever exist for this certificate. */
const NO_REV_AVAIL = '2.5.29.56'

/** A certificate with its private key. */
export interface KeyPair {
  /** DER. */
  certificate: Uint8Array
  privateKey: CryptoKey
}

/** The validity of a certificate in whole seconds (RFC 5280 4.1.2.5). */
export interface Validity {
  notBefore: Date
  notAfter: Date
}

/** The organization and common name of a tenant's certificate. */
interface Organization {
  commonName: string
  organization: string
}

/** The subject of a signer's certificate. */
export interface Person {
  name: string
  email: string
  /** The subject's serialNumber, unique under the authority; letters, digits and hyphens. */
  serialNumber: string
}

/**
 * The installation's self-signed root (RFC 5280 3.2): path length 1, signs authorities only.
 * @returns an extractable P-256 key, so that it can be wrapped and stored.
 */
export function makeRoot(commonName: string, validity: Validity): Promise<KeyPair> {
  const use = authorityUse(1)
  return issue(null, { subject: nameOf({ CN: commonName }), validity, extractable: true, use })
}

/**
 * A tenant's authority under `issuer`: path length 0, signs end entities only.
 * @returns an extractable P-256 key, so that it can be wrapped and stored.
 */
export function makeAuthority(subject: Organization, validity: Validity, issuer: KeyPair): Promise<KeyPair> {
  return issue(issuer, {
    subject: organizationName(subject),
    validity,
    extractable: true,
    use: authorityUse(0),
  })
}

/**
 * The platform's seal for one tenant under its authority.
 * @returns an extractable P-256 key, so that it can be wrapped and stored.
 */
export function makeSeal(subject: Organization, validity: Validity, issuer: KeyPair): Promise<KeyPair> {
  return issue(issuer, { subject: organizationName(subject), validity, extractable: true, use: signatureUse })
}

/**
 * A signer's certificate (EN 319 412-2 4.2.4: common name and serial number; the mail as subjectAltName). It is
 * never revoked (RFC 9608), as the key is destroyed after use.
 * @returns a non-extractable key, in this process's memory only
 */
export function makeSigner(person: Person, validity: Validity, issuer: KeyPair): Promise<KeyPair> {
  const subject = nameOf({ CN: person.name, [SERIAL_NUMBER]: person.serialNumber })
  const mailbox = asciiMailbox(person.email)
  const use: Use = (x509) => [
    ...signatureUse(x509),
    ...(mailbox ? [new x509.SubjectAlternativeNameExtension([{ type: 'email', value: mailbox }])] : []),
    new x509.Extension(NO_REV_AVAIL, false, new Uint8Array(asn1Null)),
  ]
  return issue(issuer, { subject, validity, extractable: false, use })
}

/** The SHA-1 key identifier of RFC 5280 4.2.1.2 (1), lower-case hexadecimal. */
export function keyIdOf(certificate: Uint8Array): string {
  return Buffer.from(keyIdentifierOf(certificate)!).toString('hex')
}

/** The notAfter of a certificate. */
export function notAfter(certificate: Uint8Array): Date {
  return new X509Certificate(certificate).validToDate
}

type X509 = typeof import('@peculiar/x509')
/** The extensions with the purpose of a certificate. */
type Use = (x509: X509) => Extension[]

interface Template {
  subject: JsonNameParams
  validity: Validity
  use: Use
  extractable: boolean
}

/** A new key and its certificate (RFC 5280 4.1), signed by `issuer` or self-signed. */
async function issue(issuer: KeyPair | null, template: Template): Promise<KeyPair> {
  // Loaded on first use: it takes about 20 MB.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const { validity, use, extractable } = template
  const subject = new x509.Name(template.subject)
  const keys = await crypto.subtle.generateKey(EC, extractable, ['sign', 'verify'])
  const issuerCertificate = issuer && new x509.X509Certificate(new Uint8Array(issuer.certificate))
  const { notBefore, notAfter } = validity
  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer: issuerCertificate?.subjectName ?? subject,
    notBefore: wholeSeconds(notBefore),
    // No certificate outlives its issuer's.
    notAfter: wholeSeconds(
      issuerCertificate && issuerCertificate.notAfter < notAfter ? issuerCertificate.notAfter : notAfter,
    ),
    publicKey: keys.publicKey,
    signingKey: issuer?.privateKey ?? keys.privateKey,
    signingAlgorithm: SIGNATURE,
    extensions: [
      ...use(x509),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...(issuerCertificate
        ? [await x509.AuthorityKeyIdentifierExtension.create(issuerCertificate.publicKey)]
        : []),
    ],
  })
  return { certificate: new Uint8Array(certificate.rawData), privateKey: keys.privateKey }
}

function wholeSeconds(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000)
}

function organizationName({ commonName, organization }: Organization): JsonNameParams {
  return nameOf({ CN: commonName, O: organization })
}

/**
 * Values of at most 64 characters as UTF8String, the serial number as PrintableString (RFC 5280 appendix A.1). Without
 * a type the library would parse a text as a name.
 */
function nameOf(attributes: Record<string, string>): JsonNameParams {
  return Object.entries(attributes).map(([type, value]) => ({
    [type]: [type === SERIAL_NUMBER ? { printableString: clip(value) } : { utf8String: clip(value) }],
  }))
}

function clip(text: string): string {
  return Array.from(text.trim()).slice(0, NAME_LIMIT).join('')
}

function authorityUse(pathLength: number): Use {
  return (x509) => [
    new x509.BasicConstraintsExtension(true, pathLength, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
  ]
}

function signatureUse(x509: X509): Extension[] {
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(
      x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation,
      true,
    ),
  ]
}

/** An rfc822Name is ASCII (RFC 5280 4.2.1.6): a domain in other letters becomes its A-labels. */
function asciiMailbox(email: string): string | null {
  const at = email.lastIndexOf('@')
  const mailbox = `${email.slice(0, at)}@${domainToASCII(email.slice(at + 1))}`
  return at > 0 && /^[\x21-\x7e]+@[\x21-\x7e]+$/.test(mailbox) ? mailbox : null
}
