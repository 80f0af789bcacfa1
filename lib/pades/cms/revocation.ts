import type { X509Certificate } from 'node:crypto'
import { computeDigest, hashes, isStrongSignature } from './algorithms.ts'
import {
  type Asn1,
  dotted,
  encoded,
  isTagged,
  isUniversal,
  parse,
  readBits,
  readChildren,
  readEitherTime,
  readOctets,
  readTime,
} from './asn1.ts'
import { isSignedBy, listUris, readCertificate, readCertificateFields, readExtension } from './certificate.ts'
import { type Algorithm, readAlgorithm } from './cms-read.ts'

/** Object identifiers of RFC 5280, 4.2.1.3, 4.2.1.13 and 5.2.5, and of RFC 6960, 4.2.2.2. */
const keyUsage = '2.5.29.15'
export const crlDistributionPoints = '2.5.29.31'
const issuingDistributionPoint = '2.5.29.28'
const ocspSigning = '1.3.6.1.5.5.7.3.9'
/** Bits 0 and 6 of KeyUsage, digitalSignature and cRLSign, in the first octet. */
const digitalSignatureBit = 0x80
const crlSignBit = 0x02
/** OCSPResponseStatus of a response that has answers. */
const successful = 0

/** The signed part of a revocation list or of an OCSP response, with its signature. */
interface SignedPart {
  bytes: Uint8Array
  algorithm: Algorithm
  signature: Uint8Array
  /** Results of `hasSigned` by the fingerprint of the certificate: many certificates need the same list. */
  verified: Map<string, boolean>
}

/** From when to when a list or an answer counts. */
interface Period {
  thisUpdate: Date
  nextUpdate: Date | undefined
}

/** A CertificateList (RFC 5280, 5.1). */
export interface RevocationList extends Period {
  /** Name, DER. */
  issuer: Uint8Array
  /** The revoked certificates, read when they are asked for; a list without any leaves them out. */
  entries: Asn1 | undefined
  /** Results of `findEntry` by serial number: many signatures have time stamps of the same authority. */
  found: Map<string, Date | undefined>
  /** The value of the issuing distribution point (5.2.5), which limits the certificates that the list is about. */
  scope: Asn1 | undefined
  /** It has a critical extension that is unknown here: it must not be used (5.2). */
  isUnknown: boolean
  signed: SignedPart
}

/** An answer about one certificate (SingleResponse, RFC 6960, 4.2.1). */
interface OcspAnswer extends Period {
  hashAlgorithm: string
  issuerNameHash: Uint8Array
  issuerKeyHash: Uint8Array
  serialNumber: Uint8Array
  /** The time of the revocation, where it was revoked. */
  status: 'good' | 'unknown' | Date
}

/** An OCSPResponse (RFC 6960, 4.2.1). */
export interface OcspResponse {
  /** When the responder signed it. */
  producedAt: Date
  answers: OcspAnswer[]
  /** Certificates of a responder that the issuer authorised (4.2.2.2). */
  certificates: X509Certificate[]
  signed: SignedPart
}

/** Reads a revocation list; its signature is not verified. @throws Error when `der` is none */
export function readRevocationList(der: Uint8Array): RevocationList {
  const [list, algorithm, signature] = readChildren(parse(der))
  const fields = readChildren(list)
  // The version may be absent.
  const [, issuer, thisUpdate, ...optional] = isUniversal(fields[0], 'integer') ? fields.slice(1) : fields
  const from = readEitherTime(thisUpdate)
  if (!list || !issuer || !from) throw new Error('Not a revocation list.')
  const extensions = readChildren(readChildren(optional.find((field) => isTagged(field, 0)))[0]).map(
    readChildren,
  )
  const scope = extensions.find(([id]) => dotted(id) === issuingDistributionPoint)?.at(-1)
  return {
    issuer: encoded(issuer),
    thisUpdate: from,
    nextUpdate: readEitherTime(optional[0]),
    entries: optional.find((field) => isUniversal(field, 'sequence')),
    found: new Map(),
    scope: scope && parse(readOctets(scope) ?? new Uint8Array()),
    // With its critical flag an extension has three parts.
    isUnknown: extensions.some(({ length, 0: id }) => length > 2 && dotted(id) !== issuingDistributionPoint),
    signed: readSignedPart(list, algorithm, signature),
  }
}

/** Reads an OCSP response; its signature is not verified. @throws Error when `der` is none */
export function readOcspResponse(der: Uint8Array): OcspResponse {
  const [status, wrapped] = readChildren(parse(der))
  if (status?.contents.length !== 1 || status.contents[0] !== successful) throw new Error('Not successful.')
  const [, basic] = readChildren(readChildren(wrapped)[0])
  const [data, algorithm, signature, certificates] = readChildren(
    parse(readOctets(basic) ?? new Uint8Array()),
  )
  // Optional version [0], responder [1] or [2], time, responses.
  const responses = readChildren(data).find((item) => isUniversal(item, 'sequence'))
  const producedAt = readTime(readChildren(data).find((item) => isUniversal(item, 'time')))
  if (!producedAt) throw new Error('Not a response.')
  return {
    producedAt,
    answers: readChildren(responses).map(readAnswer),
    certificates: readChildren(readChildren(certificates)[0]).flatMap(
      (certificate) => readCertificate(encoded(certificate)) ?? [],
    ),
    signed: readSignedPart(data, algorithm, signature),
  }
}

function readAnswer(response: Asn1): OcspAnswer {
  const [certId, status, thisUpdate, ...optional] = readChildren(response)
  const [algorithm, nameHash, keyHash, serialNumber] = readChildren(certId)
  const [issuerNameHash, issuerKeyHash] = [readOctets(nameHash), readOctets(keyHash)]
  const hashAlgorithm = hashes[dotted(readChildren(algorithm)[0])]
  const from = readEitherTime(thisUpdate)
  if (!issuerNameHash || !issuerKeyHash || !serialNumber || !hashAlgorithm || !from)
    throw new Error('Not a response.')
  const nextUpdate = readEitherTime(readChildren(optional.find((item) => isTagged(item, 0)))[0])
  return {
    hashAlgorithm,
    issuerNameHash,
    issuerKeyHash,
    serialNumber: encoded(serialNumber),
    thisUpdate: from,
    nextUpdate,
    status: readStatus(status, from),
  }
}

/** CertStatus (RFC 6960, 4.2.1): [0] good, [1] revoked with the time, [2] unknown. */
function readStatus(status: Asn1 | undefined, thisUpdate: Date): OcspAnswer['status'] {
  if (isTagged(status, 0)) return 'good'
  if (!isTagged(status, 1)) return 'unknown'
  return readEitherTime(readChildren(status)[0]) ?? thisUpdate
}

function readSignedPart(
  part: Asn1 | undefined,
  algorithm: Asn1 | undefined,
  signature: Asn1 | undefined,
): SignedPart {
  const octets = readBits(signature)
  if (!part || !octets) throw new Error('There is no signature.')
  return {
    bytes: encoded(part),
    algorithm: readAlgorithm(algorithm),
    signature: octets,
    verified: new Map(),
  }
}

/**
 * Whether the list tells of a certificate's revocation at `since` or later: it is signed by the issuer, is about
 * certificates like this one, and is current then (RFC 5280, 6.3.3). Lists for a part of the reasons, indirect lists and
 * delta lists do not count.
 */
export function isListFor(
  list: RevocationList,
  subject: X509Certificate,
  issuer: X509Certificate,
  since: Date,
): boolean {
  return (
    list.nextUpdate !== undefined && isCurrent(list, subject, since) && isListAbout(list, subject, issuer)
  )
}

/** Whether the issuer of the certificate has signed the list, and it is about certificates like this one. */
function isListAbout(list: RevocationList, subject: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return (
      isIssuerOf(list, issuer) &&
      !list.isUnknown &&
      mayUse(issuer, crlSignBit) &&
      hasSigned(issuer, list.signed) &&
      isInScope(list.scope, subject)
    )
  } catch {
    // Anyone can add a malformed list, which must not end the verification of the file.
    return false
  }
}

/** Whether the response says that a certificate was not revoked at `since` or later, and is signed for its issuer. */
export function isResponseFor(
  response: OcspResponse,
  subject: X509Certificate,
  issuer: X509Certificate,
  since: Date,
): boolean {
  const answer = findAnswer(response, subject, issuer)
  return answer?.status === 'good' && isCurrent(answer, subject, since)
}

/** The answer about a certificate, if its issuer or a responder that the issuer authorised has signed it. */
function findAnswer(
  { answers, certificates, signed, producedAt }: OcspResponse,
  subject: X509Certificate,
  issuer: X509Certificate,
): OcspAnswer | undefined {
  const { issuer: name, serialNumber } = readCertificateFields(subject.raw)
  // Two authorities may have one name, such as before and after a change of key.
  const key = readPublicKeyBits(issuer)
  const answer = answers.find(
    ({ hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber: answered }) =>
      isEqual(answered, serialNumber) &&
      isEqual(issuerNameHash, computeDigest(hashAlgorithm, name)) &&
      isEqual(issuerKeyHash, computeDigest(hashAlgorithm, key)),
  )
  if (!answer) return undefined
  const isResponder = (certificate: X509Certificate) =>
    certificate.keyUsage?.includes(ocspSigning) &&
    mayUse(certificate, digitalSignatureBit) &&
    certificate.validFromDate <= producedAt &&
    producedAt <= certificate.validToDate &&
    isSignedBy(certificate, issuer)
  const signers = [issuer, ...certificates.filter(isResponder)]
  return signers.some((certificate) => hasSigned(certificate, signed)) ? answer : undefined
}

/** When a list says that the certificate was revoked; undefined where it does not, or is not a list of the issuer. */
export function findListedRevocation(
  list: RevocationList,
  subject: X509Certificate,
  issuer: X509Certificate,
): Date | undefined {
  if (!isListAbout(list, subject, issuer)) return undefined
  const { found } = list
  if (!found.has(subject.serialNumber)) found.set(subject.serialNumber, findEntry(list, subject))
  return found.get(subject.serialNumber)
}

function findEntry(list: RevocationList, subject: X509Certificate): Date | undefined {
  try {
    const { serialNumber } = readCertificateFields(subject.raw)
    for (const entry of readChildren(list.entries)) {
      const [serial, revokedAt] = readChildren(entry)
      if (serial && isEqual(encoded(serial), serialNumber))
        return readEitherTime(revokedAt) ?? list.thisUpdate
    }
  } catch {
    // The issuer itself signed something malformed: it says nothing.
  }
  return undefined
}

/** When a response says that the certificate was revoked; undefined where it does not, or is not for the issuer. */
export function findAnsweredRevocation(
  response: OcspResponse,
  subject: X509Certificate,
  issuer: X509Certificate,
): Date | undefined {
  const { status } = findAnswer(response, subject, issuer) ?? {}
  return status instanceof Date ? status : undefined
}

function isIssuerOf({ issuer }: RevocationList, certificate: X509Certificate): boolean {
  return isEqual(issuer, readCertificateFields(certificate.raw).subject)
}

/** An issuer need not list a certificate before it is valid, nor after it has expired. */
function isCurrent({ thisUpdate, nextUpdate }: Period, subject: X509Certificate, since: Date): boolean {
  return (
    subject.validFromDate <= thisUpdate &&
    thisUpdate <= subject.validToDate &&
    (nextUpdate ?? thisUpdate) >= since
  )
}

/** Whether an issuing distribution point (RFC 5280, 5.2.5) includes the certificate. */
function isInScope(scope: Asn1 | undefined, subject: X509Certificate): boolean {
  const parts = readChildren(scope)
  const has = (tag: number) => parts.some((part) => isTagged(part, tag))
  const [onlyUserCertificates, onlyAuthorities] = [has(1), has(2)]
  const [onlySomeReasons, isIndirect, onlyAttributeCertificates] = [has(3), has(4), has(5)]
  if (onlySomeReasons || isIndirect || onlyAttributeCertificates) return false
  if (subject.ca ? onlyUserCertificates : onlyAuthorities) return false
  const point = parts.find((part) => isTagged(part, 0))
  const addresses = listUris(readExtension(subject.raw, crlDistributionPoints))
  return !point || listUris(point).some((uri) => addresses.includes(uri))
}

/** The bits of the public key of a certificate, without their number of unused bits. */
function readPublicKeyBits(certificate: X509Certificate): Uint8Array {
  const { subjectPublicKeyInfo } = readCertificateFields(certificate.raw)
  return readBits(readChildren(parse(subjectPublicKeyInfo))[1]) ?? new Uint8Array()
}

/** Without the extension a key may be used for everything. */
function mayUse(certificate: X509Certificate, bit: number): boolean {
  const usage = readExtension(certificate.raw, keyUsage)
  return !usage || ((readBits(usage)?.[0] ?? 0) & bit) !== 0
}

function hasSigned(certificate: X509Certificate, signed: SignedPart): boolean {
  const known = signed.verified.get(certificate.fingerprint256)
  const isValid = known ?? verifySigned(certificate, signed)
  signed.verified.set(certificate.fingerprint256, isValid)
  return isValid
}

function verifySigned(certificate: X509Certificate, { algorithm, bytes, signature }: SignedPart): boolean {
  try {
    return isStrongSignature(certificate.publicKey, algorithm, bytes, signature)
  } catch {
    // An unknown algorithm.
    return false
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
