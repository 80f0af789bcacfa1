import { createHash, X509Certificate } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { Extension, JsonNameParams } from '@peculiar/x509'
import { env } from '#lib/core/env'
import { encoded, parse, readChildren } from '#lib/pades/cms/asn1'
import { readCertificateFields, readKeyIdentifier } from '#lib/pades/cms/certificate'
import { bitString, sequence } from '#lib/pades/cms/der'
import type { Signer } from '#lib/pades/cms/identity'
import { getSignatureAlgorithm } from '#lib/pades/cms/signature-algorithm'
import { getWebCryptoAlgorithm, type KeyPair, makeKeyPair } from './key-pair.ts'

/** WebCrypto parameters of every key and signature: ECDSA on P-256 with SHA-256. */
const EC = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNATURE = { ...EC, hash: 'SHA-256' } as const
/** r and s, concatenated. */
const placeholderBytes = { 'SHA-256': 64, 'SHA-384': 96 }
/** RFC 5280 appendix A.1, ub-common-name, ub-organization-name. */
const NAME_MAX_CHARACTERS = 64
/** The attribute type serialNumber (X.520 6.2.9). */
const SERIAL_NUMBER = '2.5.4.5'

/** Who signs certificates and revocation lists: a key here, or one that never leaves its HSM or KMS. */
export type Issuer = Pick<Signer, 'certificate' | 'sign'>

/** The validity of a certificate in whole seconds (RFC 5280 4.1.2.5). */
export interface Validity {
  notBefore: Date
  notAfter: Date
}

/** The subject of a tenant's authority or seal. */
interface OrganizationSubject {
  commonName: string
  organization: string
}

/** The subject of a signer's certificate. */
export interface SignerSubject {
  name: string
  email: string
  /** The subject's serialNumber (X.520 6.2.9), unique under the authority. */
  serialNumber: string
}

/**
 * The installation's self-signed root (RFC 5280 3.2): path length 1, signs authorities only.
 * @param existing the key of the root; by default a new one
 * @returns an extractable P-256 key, so that it can be wrapped and stored, or the existing one
 */
export async function makeRoot(commonName: string, validity: Validity, existing?: KeyPair): Promise<KeyPair> {
  const subject = toNameParams({ CN: commonName })
  const keys = existing && {
    privateKey: existing.privateKey,
    publicKey: await importPublicKey(existing.certificate),
  }
  return issue(null, { subject, validity, extractable: true, usage: authorityUsage(1) }, keys)
}

function importPublicKey(certificate: Uint8Array): Promise<CryptoKey> {
  const { subjectPublicKeyInfo } = readCertificateFields(certificate)
  return crypto.subtle.importKey('spki', new Uint8Array(subjectPublicKeyInfo), EC, true, ['verify'])
}

/**
 * A tenant's authority under `issuer`: path length 0, signs end entities only.
 * @returns an extractable P-256 key, so that it can be wrapped and stored.
 */
export function makeAuthority(
  subject: OrganizationSubject,
  validity: Validity,
  issuer: Issuer,
): Promise<KeyPair> {
  return issue(issuer, {
    subject: organizationName(subject),
    validity,
    extractable: true,
    usage: authorityUsage(0),
  })
}

/**
 * The platform's seal for one tenant under its authority.
 * @returns an extractable P-256 key, so that it can be wrapped and stored.
 */
export function makeSeal(subject: OrganizationSubject, validity: Validity, issuer: Issuer): Promise<KeyPair> {
  return issue(issuer, {
    subject: organizationName(subject),
    validity,
    extractable: true,
    usage: signatureUsage,
  })
}

/**
 * A signer's certificate (EN 319 412-2 4.2.4: common name and serial number; the email as subjectAltName, left out
 * where it cannot be written in ASCII).
 * @returns a non-extractable key, in this process's memory only
 */
export function makeSigner(person: SignerSubject, validity: Validity, issuer: Issuer): Promise<KeyPair> {
  const subject = toNameParams({ CN: person.name, [SERIAL_NUMBER]: person.serialNumber })
  const mailbox = asciiMailbox(person.email)
  const usage: UsageExtensions = (x509) => [
    ...signatureUsage(x509),
    ...(mailbox ? [new x509.SubjectAlternativeNameExtension([{ type: 'email', value: mailbox }])] : []),
  ]
  return issue(issuer, { subject, validity, extractable: false, usage })
}

/** The serialNumber in the subject of a signer's certificate. */
export function signerSerialNumber(signerId: number): string {
  return `signer-${signerId}`
}

/** Whether a certificate of this installation was issued to a signer. */
export function isOfSigner(certificate: Uint8Array): boolean {
  return /^serialNumber=signer-\d+$/m.test(new X509Certificate(certificate).subject)
}

/**
 * The installation's time-stamping authority under the root (RFC 3161 2.3): time stamps are its key's only use.
 * @returns an extractable P-256 key, so that it can be wrapped and stored.
 */
export function makeTimeStampingAuthority(
  commonName: string,
  validity: Validity,
  issuer: Issuer,
): Promise<KeyPair> {
  const usage: UsageExtensions = (x509) => [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.timeStamping], true),
  ]
  return issue(issuer, { subject: toNameParams({ CN: commonName }), validity, extractable: true, usage })
}

/** What is to be signed, with algorithm and signature: a Certificate or a CertificateList (RFC 5280, 4.1.1, 5.1.1). */
export async function signWith(issuer: Issuer, toBeSigned: Uint8Array): Promise<Uint8Array> {
  const { signatureAlgorithm } = getSignatureAlgorithm(issuer.certificate)
  return sequence(toBeSigned, signatureAlgorithm, bitString(await issuer.sign(toBeSigned)))
}

/** The public address of the certificate or the revocation list of a root or an authority. */
export function trustUrl(keyId: string, type: 'crt' | 'crl'): string {
  return `${env().appUrl}/api/v1/trust/${keyId}.${type}`
}

/**
 * The subject key identifier, lower-case hexadecimal; for a certificate of others without one, the SHA-1 of its public
 * key as in RFC 5280 4.2.1.2 (1).
 */
export function getKeyId(certificate: Uint8Array): string {
  const identifier = readKeyIdentifier(certificate)
  if (identifier) return Buffer.from(identifier).toString('hex')
  const [, publicKey] = readChildren(parse(readCertificateFields(certificate).subjectPublicKeyInfo))
  // The first byte of a bit string is the number of its unused bits.
  return createHash('sha1').update(publicKey!.contents.subarray(1)).digest('hex')
}

/** The notAfter of a certificate. */
export function notAfter(certificate: Uint8Array): Date {
  return new X509Certificate(certificate).validToDate
}

type X509 = typeof import('@peculiar/x509')
/** Makes the extensions for what a certificate may be used for. */
type UsageExtensions = (x509: X509) => Extension[]

/** The parts in which certificates differ. */
interface Template {
  subject: JsonNameParams
  validity: Validity
  usage: UsageExtensions
  /** Whether the private key can be exported, to be wrapped and stored. */
  extractable: boolean
}

/** A new key, or an existing one, and its certificate (RFC 5280 4.1), signed by `issuer` or self-signed. */
async function issue(issuer: Issuer | null, template: Template, existing?: CryptoKeyPair): Promise<KeyPair> {
  const x509 = await loadX509()
  const { validity, usage, extractable } = template
  const subject = new x509.Name(template.subject)
  const keys = existing ?? (await crypto.subtle.generateKey(EC, extractable, ['sign', 'verify']))
  const issuerCertificate = issuer && new x509.X509Certificate(new Uint8Array(issuer.certificate))
  const { notBefore, notAfter } = validity
  // A certificate does not outlive that of its issuer.
  const issuerNotAfter = issuerCertificate?.notAfter ?? notAfter
  const limitedNotAfter = issuerNotAfter < notAfter ? issuerNotAfter : notAfter
  if (limitedNotAfter <= notBefore)
    throw new Error(`A certificate from ${notBefore.toISOString()} would have expired before.`)
  const unsigned = await x509.X509CertificateGenerator.create({
    subject,
    issuer: issuerCertificate?.subjectName ?? subject,
    notBefore: wholeSeconds(notBefore),
    notAfter: wholeSeconds(limitedNotAfter),
    publicKey: keys.publicKey,
    ...unsignedBy(issuer),
    extensions: [
      ...usage(x509),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...(issuer
        ? [
            new x509.AuthorityKeyIdentifierExtension(getKeyId(issuer.certificate)),
            ...addresses(x509, getKeyId(issuer.certificate)),
          ]
        : []),
    ],
  })
  // Certificate; the self-signed one has the algorithm of its own key.
  const [toBeSigned] = readChildren(parse(new Uint8Array(unsigned.rawData))).map(encoded)
  const self = makeKeyPair(new Uint8Array(unsigned.rawData), keys.privateKey)
  return makeKeyPair(await signWith(issuer ?? self, toBeSigned!), keys.privateKey)
}

/** The library writes the algorithm of the issuer's key, and a placeholder for the signature. */
function unsignedBy(issuer: Issuer | null) {
  const signingAlgorithm = issuer ? getWebCryptoAlgorithm(issuer.certificate) : SIGNATURE
  return { signingAlgorithm, signature: new Uint8Array(placeholderBytes[signingAlgorithm.hash]) }
}

/** Loaded on first use: the library takes about 20 MB of memory, and requires reflect-metadata. */
async function loadX509(): Promise<X509> {
  await import('reflect-metadata')
  return import('@peculiar/x509')
}

/** Where the issuer's certificate and revocation list are (RFC 5280 4.2.2.1, 4.2.1.13). */
function addresses(x509: X509, issuerKeyId: string): Extension[] {
  return [
    new x509.AuthorityInfoAccessExtension({ caIssuers: [trustUrl(issuerKeyId, 'crt')] }),
    new x509.CRLDistributionPointsExtension([trustUrl(issuerKeyId, 'crl')]),
  ]
}

function wholeSeconds(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000)
}

function organizationName({ commonName, organization }: OrganizationSubject): JsonNameParams {
  return toNameParams({ CN: commonName, O: organization })
}

/**
 * A name with values of at most 64 characters: UTF8String, and PrintableString for the serial number (RFC 5280
 * appendix A.1). A plain string would be parsed by the library: a signer called `Eve, CN=Alice` would get two common
 * names.
 */
function toNameParams(attributes: Record<string, string>): JsonNameParams {
  return Object.entries(attributes).map(([type, value]) => ({
    [type]: [type === SERIAL_NUMBER ? { printableString: truncate(value) } : { utf8String: truncate(value) }],
  }))
}

function truncate(text: string): string {
  return Array.from(text.trim()).slice(0, NAME_MAX_CHARACTERS).join('')
}

/** @param pathLength how many authorities may follow below this one in a chain (RFC 5280 4.2.1.9) */
function authorityUsage(pathLength: number): UsageExtensions {
  return (x509) => [
    new x509.BasicConstraintsExtension(true, pathLength, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
  ]
}

function signatureUsage(x509: X509): Extension[] {
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(
      x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation,
      true,
    ),
  ]
}

/**
 * The email as an rfc822Name, which is ASCII (RFC 5280 4.2.1.6): a domain with other letters is converted to A-labels
 * (`xn--…`). Null when the local part has other letters, or the domain is invalid.
 */
function asciiMailbox(email: string): string | null {
  const offset = email.lastIndexOf('@')
  const mailbox = `${email.slice(0, offset)}@${domainToASCII(email.slice(offset + 1))}`
  // Printable ASCII without spaces on both sides of an @.
  return offset > 0 && /^[\x21-\x7e]+@[\x21-\x7e]+$/.test(mailbox) ? mailbox : null
}
