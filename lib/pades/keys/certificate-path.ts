import { X509Certificate } from 'node:crypto'
import { TextError } from '#lib/core/errors'
import type { KeyUse } from '#lib/core/key-variables'
import { formatUtcDay } from '#lib/core/text/format-day'
import { errorText } from '#lib/messages/errors'
import { isForDocuments, maySignDocuments, readUsage } from '#lib/pades/chains/certificate-use'
import { findPath } from '#lib/pades/chains/path'
import { isStrongPath } from '#lib/pades/chains/weakness'
import { findKeyWeakness } from '#lib/pades/cms/algorithms'
import { isSignedBy, readCertificate } from '#lib/pades/cms/certificate'
import { formatName } from '../cms/names.ts'

/** A key or a certificate that cannot be used; the message is for who brings it. */
export class KeyProblem extends TextError {
  override name = 'KeyProblem'
}

/** The certificate of a key and its issuers, DER, in order. */
export interface CertificatePath {
  certificate: Uint8Array
  chain: Uint8Array[]
}

/** RSA keys between these sizes sign here (ETSI TS 119 312, 6). */
const RSA_MIN_BITS = 2048
const RSA_MAX_BITS = 4096
/** Names of node:crypto for P-256 and P-384. */
const curves = ['prime256v1', 'secp384r1']

/** Longer paths are cut off. */
const MAX_LENGTH = 8

/**
 * Puts the certificates in order and checks that the first one's key may be used; not whether they are valid now.
 * @param certificates DER, the first one that of the key, the others in any order; what does not belong is left out
 * @param time which of several certificates of one issuer counts
 * @throws KeyProblem
 */
export function makeCertificatePath(certificates: Uint8Array[], use: KeyUse, time: Date): CertificatePath {
  const [first, ...others] = certificates.flatMap(toParsed)
  if (!first || first.der !== certificates[0]) throw new KeyProblem(errorText('keys.certificateMissing'))
  const path = [first]
  for (let last: Parsed | undefined = first; last && path.length < MAX_LENGTH; ) {
    last = findIssuer(
      last.parsed,
      others.filter((other) => !path.includes(other)),
      time,
    )
    if (last) path.push(last)
  }
  for (const [index, { der, parsed }] of path.entries()) {
    if (index > 0 && !parsed.ca)
      throw new KeyProblem(errorText('keys.issuerIsNoAuthority', { name: formatName(parsed.subject) }))
    if (index === 0) {
      checkKey(parsed)
      checkUse(der, parsed, use)
    } else {
      const weakness = findKeyWeakness(parsed.publicKey)
      if (weakness) throw new KeyProblem(errorText('keys.keyNotAccepted', { key: weakness }))
    }
  }
  // A certificate of an issuer outside needs at least that issuer: validators look for it in the file.
  if (path.length === 1 && !isSignedBy(first.parsed, first.parsed))
    throw new KeyProblem(errorText('keys.issuerMissing', { name: formatName(first.parsed.subject) }))
  return { certificate: first.der, chain: path.slice(1).map(({ der }) => der) }
}

interface Parsed {
  der: Uint8Array
  parsed: X509Certificate
}

function toParsed(der: Uint8Array): Parsed[] {
  const parsed = readCertificate(der)
  return parsed ? [{ der, parsed }] : []
}

/** An authority may be renewed with the same key, or cross-signed by another one: its certificate that ends last. */
function findIssuer(subject: X509Certificate, others: Parsed[], time: Date): Parsed | undefined {
  if (isSignedBy(subject, subject)) return undefined
  const issuers = others.filter(({ parsed }) => isSignedBy(subject, parsed))
  return issuers.toSorted(
    ({ parsed: one }, { parsed: other }) =>
      Number(other.ca) - Number(one.ca) ||
      compareValidity(one, other, time) ||
      Number(isSignedBy(other, other)) - Number(isSignedBy(one, one)),
  )[0]
}

/** Sorts certificates that are valid already at `time` before those of later, then those that end last before others. */
export function compareValidity(one: X509Certificate, other: X509Certificate, time: Date): number {
  return (
    Number(one.validFromDate > time) - Number(other.validFromDate > time) ||
    other.validToDate.getTime() - one.validToDate.getTime()
  )
}

/** @throws KeyProblem when a certificate of the path is not valid now */
export function checkValidity({ certificate, chain }: CertificatePath, now: Date): void {
  for (const parsed of [certificate, ...chain].map((der) => new X509Certificate(der))) {
    const { validFromDate, validToDate } = parsed
    const name = formatName(parsed.subject)
    if (now > validToDate)
      throw new KeyProblem(errorText('keys.certificateExpired', { name, day: formatUtcDay(validToDate) }))
    if (now < validFromDate)
      throw new KeyProblem(
        errorText('keys.certificateNotYetValid', { name, day: formatUtcDay(validFromDate) }),
      )
  }
}

/**
 * Whether verification accepts signatures with the first certificate where these anchors are trusted: it may sign
 * documents, and a path to one of them has no certificate that is not understood and no weak algorithm or key.
 */
export function isAccepted(
  [certificate, ...issuers]: X509Certificate[],
  anchors: { certificate: X509Certificate }[],
  time: Date,
): boolean {
  if (!certificate || !maySignDocuments(certificate)) return false
  const path = findPath(certificate, { anchors, issuers, store: new Map() }, time)
  return path !== null && isStrongPath(path.certificates)
}

/** @throws KeyProblem when verification would not accept signatures, even where the last certificate is trusted */
export function checkAcceptance({ certificate, chain }: CertificatePath, now: Date): void {
  const certificates = [certificate, ...chain].map((der) => new X509Certificate(der))
  const anchors = certificates.slice(-1).map((last) => ({ certificate: last }))
  if (!isAccepted(certificates, anchors, now)) throw new KeyProblem(errorText('keys.chainNotAccepted'))
}

function checkKey({ publicKey }: X509Certificate): void {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey
  const bits = details?.modulusLength ?? 0
  const isKnown =
    type === 'rsa' ? bits >= RSA_MIN_BITS && bits <= RSA_MAX_BITS : curves.includes(details?.namedCurve ?? '')
  if (isKnown) return
  const key = type === 'rsa' ? `RSA ${bits}` : (details?.namedCurve ?? type ?? '?')
  throw new KeyProblem(errorText('keys.keyNotAccepted', { key }))
}

function checkUse(der: Uint8Array, certificate: X509Certificate, use: KeyUse): void {
  if (use === 'authority') {
    const may = readUsage(der)
    if (!certificate.ca || !may('keyCertSign') || !may('cRLSign'))
      throw new KeyProblem(errorText('keys.notAnAuthority'))
    return
  }
  if (certificate.ca || !isForDocuments(der)) throw new KeyProblem(errorText('keys.notForDocuments'))
}

/** When the first certificate of the path ends. */
export function getPathEnd({ certificate, chain }: CertificatePath): Date {
  return [certificate, ...chain]
    .map((der) => new X509Certificate(der).validToDate)
    .reduce((end, other) => (other < end ? other : end))
}

/** Whether all certificates of the path are valid at this time. */
export function isValidAt(path: CertificatePath, time: Date): boolean {
  try {
    checkValidity(path, time)
    return true
  } catch {
    return false
  }
}

/** Certificates in PEM, as `readPem` reads them. */
export function toPem(certificates: Uint8Array[]): string {
  return certificates.map((der) => new X509Certificate(der).toString()).join('')
}

/** The certificates of a PEM file, DER. @throws KeyProblem when it has none */
export function readPem(text: string): Uint8Array[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const certificates = blocks.map((block) =>
    readCertificate(Buffer.from(block.replace(/-----[^-]+-----/g, ''), 'base64')),
  )
  if (certificates.length === 0 || certificates.some((certificate) => certificate === null))
    throw new KeyProblem(errorText('keys.certificateMissing'))
  return certificates.map((certificate) => new Uint8Array(certificate!.raw))
}
