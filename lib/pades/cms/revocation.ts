import type { X509Certificate } from 'node:crypto'
import { hashes, isStrongSignature } from './algorithms.ts'
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
import { hasUnknownCriticalExtension, isSignedBy, readCertificate } from './certificate.ts'
import { getDigest, getFacts, getKeyFingerprint, listPointNames } from './certificate-facts.ts'
import { type Algorithm, readAlgorithm } from './cms-read.ts'
import { findIssuingWeakness } from './issuing.ts'

/** Object identifiers of RFC 5280, 5.2.5, and of RFC 6960, 4.2.2.2. */
const issuingDistributionPoint = '2.5.29.28'
/** expiredCertsOnCRL (ITU-T X.509, 9.5.2.8), and archiveCutoff (RFC 6960, 4.4.4). */
const expiredCertsOnCrl = '2.5.29.60'
const archiveCutoff = '1.3.6.1.5.5.7.48.1.6'
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
  /** Results of `hasSigned` by the key of the certificate: many certificates need the same list. */
  verified: Map<string, boolean>
}

/** From when to when a list or an answer counts. */
interface Period {
  thisUpdate: Date
  nextUpdate: Date | undefined
  /** It is also about certificates that have expired since. */
  expiredSince: Date | undefined
}

/** A CertificateList (RFC 5280, 5.1). */
export interface RevocationList extends Period {
  /** Name, DER. */
  issuer: Uint8Array
  /** The revoked certificates; a list without any leaves them out. */
  entries: Asn1 | undefined
  /** Result of `readOffsets`, which is asked for when the list is the issuer's. */
  offsets?: Map<string, number>
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
    expiredSince: readTimeExtension(extensions, expiredCertsOnCrl),
    entries: optional.find((field) => isUniversal(field, 'sequence')),
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
  const extensions = readChildren(readChildren(optional.find((item) => isTagged(item, 1)))[0])
  return {
    hashAlgorithm,
    issuerNameHash,
    issuerKeyHash,
    serialNumber: encoded(serialNumber),
    thisUpdate: from,
    nextUpdate,
    expiredSince: readTimeExtension(extensions.map(readChildren), archiveCutoff),
    status: readStatus(status, from),
  }
}

/** The GeneralizedTime in an extension. @param extensions the parts of each */
function readTimeExtension(extensions: Asn1[][], type: string): Date | undefined {
  const value = readOctets(extensions.find(([id]) => dotted(id) === type)?.at(-1))
  return value && readTime(parse(value))
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

/** How many signatures of certificates, lists and responses a search may still verify. */
export interface Search {
  left: number
  /** More would have been verified, or the time was over: something may be missing in what was found. */
  isExceeded: boolean
  /** Whether the time is over. */
  isLate: () => boolean
}

/** Counts a signature that is to be verified; false where they are too many, or the time is over. */
export function mayVerify(search: Search): boolean {
  if (search.left < 1 || search.isLate()) search.isExceeded = true
  else search.left -= 1
  return !search.isExceeded
}

/** What a list or a response of the issuer says of a certificate. */
interface Statement {
  /** When the certificate was revoked. */
  revokedAt?: Date
  /** Until when it answers whether the certificate was revoked. */
  until?: Date
}

/**
 * Whether the list tells of a certificate's revocation at `since` or later: it is signed by the issuer, is about
 * certificates like this one, and is current then (RFC 5280, 6.3.3). Lists for some reasons, indirect lists and delta
 * lists do not count.
 */
export function isListFor(
  list: RevocationList,
  subject: X509Certificate,
  issuer: X509Certificate,
  since: Date,
): boolean {
  const { until } = readListStatement(list, subject, [issuer], {
    ...{ left: 1, isExceeded: false, isLate: () => false },
  })
  return until !== undefined && until >= since
}

/**
 * What a list says of a certificate; nothing where it is not a list of the issuer for certificates like this one. A list
 * for some reasons revokes, but leaves open whether the certificate was revoked for others.
 * @param issuers certificates that have issued it with one key: all but one may be imitations of the issuer
 */
export function readListStatement(
  list: RevocationList,
  subject: X509Certificate,
  issuers: X509Certificate[],
  search: Search,
): Statement {
  if (!isListAbout(list, subject, issuers, search)) return {}
  return {
    revokedAt: findEntry(list, subject),
    until: !isForSomeReasons(list) && isIssuedInTime(list, subject) ? list.nextUpdate : undefined,
  }
}

/** What a response says of a certificate; nothing where it is not for the issuer. @param issuers as for a list */
export function readResponseStatement(
  response: OcspResponse,
  subject: X509Certificate,
  issuers: X509Certificate[],
  search: Search,
): Statement {
  const answer = findAnswer(response, subject, issuers, search)
  if (!answer || answer.status === 'unknown') return {}
  return {
    revokedAt: answer.status === 'good' ? undefined : answer.status,
    until: isIssuedInTime(answer, subject) ? (answer.nextUpdate ?? answer.thisUpdate) : undefined,
  }
}

/** Whether the issuer of the certificate has signed the list, and it is about certificates like this one. */
function isListAbout(
  list: RevocationList,
  subject: X509Certificate,
  issuers: X509Certificate[],
  search: Search,
): boolean {
  if (list.isUnknown) return false
  const issuer = issuers.find((candidate) => {
    const facts = getFacts(candidate)
    return facts !== null && isEqual(list.issuer, facts.subject) && (facts.usage & crlSignBit) !== 0
  })
  try {
    return issuer !== undefined && hasSigned(issuer, list.signed, search) && isInScope(list, subject)
  } catch {
    // Anyone can add a malformed list, which must not end the verification of the file.
    return false
  }
}

/** The answer about a certificate, if its issuer or a responder that the issuer authorised has signed it. */
function findAnswer(
  { answers, certificates, signed, producedAt }: OcspResponse,
  subject: X509Certificate,
  issuers: X509Certificate[],
  search: Search,
): OcspAnswer | undefined {
  const [issuer] = issuers
  const [facts, issuerFacts] = [getFacts(subject), issuer ? getFacts(issuer) : null]
  if (!facts || !issuer || !issuerFacts) return undefined
  // Two authorities may have one name, such as before and after a change of key.
  const answer = answers.find(
    ({ hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber: answered }) =>
      isEqual(answered, facts.serialNumber) &&
      isEqual(issuerNameHash, getDigest(facts, 'issuer', hashAlgorithm)) &&
      isEqual(issuerKeyHash, getDigest(issuerFacts, 'keyBits', hashAlgorithm)),
  )
  if (!answer) return undefined
  const isResponder = (certificate: X509Certificate) => {
    if (search.isExceeded || !certificate.keyUsage?.includes(ocspSigning)) return false
    if (((getFacts(certificate)?.usage ?? 0) & digitalSignatureBit) === 0) return false
    if (hasUnknownCriticalExtension(certificate)) return false
    if (producedAt < certificate.validFromDate || certificate.validToDate < producedAt) return false
    const authority = issuers.find((candidate) => certificate.checkIssued(candidate))
    // Anyone can add certificates to a response: those that could not be a responder's must not use the search up.
    return authority !== undefined && mayVerify(search) && isStronglySignedBy(certificate, authority)
  }
  const isSigned =
    hasSigned(issuer, signed, search) ||
    certificates.some((certificate) => isResponder(certificate) && hasSigned(certificate, signed, search))
  return isSigned ? answer : undefined
}

/** When the certificate was revoked, by its entry in the list. */
function findEntry(list: RevocationList, subject: X509Certificate): Date | undefined {
  const facts = getFacts(subject)
  if (!facts) return undefined
  try {
    list.offsets ??= readOffsets(list)
    const offset = list.offsets.get(toKey(facts.serialNumber))
    if (offset === undefined) return undefined
    const [, revokedAt] = readChildren(parse(list.entries!.contents.subarray(offset)))
    return readEitherTime(revokedAt) ?? list.thisUpdate
  } catch {
    // Anyone can add an authority that signs something malformed: it says nothing.
    list.offsets ??= new Map()
    return undefined
  }
}

/** Where each revoked certificate is in the entries, by serial number: a list may have a million. */
function readOffsets({ entries }: RevocationList): Map<string, number> {
  const offsets = new Map<string, number>()
  let offset = 0
  for (const entry of readChildren(entries)) {
    const [serial] = readChildren(entry)
    if (serial) offsets.set(toKey(encoded(serial)), offset)
    offset += encoded(entry).length
  }
  return offsets
}

function toKey(serialNumber: Uint8Array): string {
  return Buffer.from(serialNumber).toString('latin1')
}

/** An issuer need not list a certificate before it is valid, nor after it has expired unless it says that it does. */
function isIssuedInTime({ thisUpdate, expiredSince }: Period, subject: X509Certificate): boolean {
  const { validFromDate, validToDate } = subject
  const includesExpired = expiredSince !== undefined && expiredSince <= validToDate
  return validFromDate <= thisUpdate && (thisUpdate <= validToDate || includesExpired)
}

/** onlySomeReasons of the issuing distribution point (RFC 5280, 5.2.5). */
function isForSomeReasons({ scope }: RevocationList): boolean {
  return readChildren(scope).some((part) => isTagged(part, 3))
}

/** Whether the issuing distribution point of a list (RFC 5280, 5.2.5) includes the certificate. */
function isInScope({ scope, issuer }: RevocationList, subject: X509Certificate): boolean {
  if (!scope) return true
  const parts = readChildren(scope)
  const has = (tag: number) => parts.some((part) => isTagged(part, tag))
  const [onlyUserCertificates, onlyAuthorities] = [has(1), has(2)]
  const [isIndirect, onlyAttributeCertificates] = [has(4), has(5)]
  if (isIndirect || onlyAttributeCertificates) return false
  if (subject.ca ? onlyUserCertificates : onlyAuthorities) return false
  const names = getFacts(subject)?.pointNames
  return !has(0) || listPointNames(parts, issuer).some((name) => names?.has(name))
}

function hasSigned(certificate: X509Certificate, signed: SignedPart, search: Search): boolean {
  // Of imitations of an authority, which have its key, one is verified.
  const key = getKeyFingerprint(certificate)
  const known = signed.verified.get(key)
  if (known !== undefined) return known
  if (!mayVerify(search)) return false
  const isValid = verifySigned(certificate, signed)
  signed.verified.set(key, isValid)
  return isValid
}

function isStronglySignedBy(subject: X509Certificate, issuer: X509Certificate): boolean {
  if (!isSignedBy(subject, issuer)) return false
  const { algorithm, key } = findIssuingWeakness(subject, issuer)
  return !algorithm && !key
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
