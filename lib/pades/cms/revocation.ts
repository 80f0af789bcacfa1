import type { X509Certificate } from 'node:crypto'
import { isSameBytes } from '#lib/core/runtime/bytes'
import { judgeSignature, type Strength } from './algorithms.ts'
import { encoded, isTagged, parse, readChildren } from './asn1.ts'
import { hasUnknownCriticalExtension, isSignedBy } from './certificate.ts'
import { getDigest, getFacts, getKeyFingerprint, listPointNames } from './certificate-facts.ts'
import { findIssuingWeakness } from './issuing.ts'
import {
  type OcspAnswer,
  type OcspResponse,
  type Period,
  type RevocationList,
  type Revoked,
  readAnswer,
  readEntry,
  type SignedPart,
} from './revocation-read.ts'

/** Object identifier of RFC 6960, 4.2.2.2. */
const ocspSigning = '1.3.6.1.5.5.7.3.9'
/** Bits 0 and 6 of KeyUsage, digitalSignature and cRLSign, in the first octet. */
const digitalSignatureBit = 0x80
const crlSignBit = 0x02
/** CRLReason of a certificate on hold (RFC 5280, 5.3.1). */
const certificateHold = 6

/** How many signatures of certificates, lists and responses a search may still verify. */
export interface Search {
  left: number
  /** More would have been verified, or the time was over: something may be missing in what was found. */
  isExceeded: boolean
  /** Whether the time is over. */
  isLate: () => boolean
  /** Certificates of responders outside of responses, by what a response may name them by (`groupResponders`). */
  responders: Map<string, X509Certificate[]>
}

/** The certificates that may be those of OCSP responders, by each value of `OcspResponse.responder` that names them. */
export function groupResponders(certificates: X509Certificate[]): Map<string, X509Certificate[]> {
  const named = certificates.flatMap((certificate) => {
    const facts = certificate.keyUsage?.includes(ocspSigning) ? getFacts(certificate) : null
    if (!facts) return []
    const keyHash = Buffer.from(getDigest(facts, 'keyBits', 'sha1')).toString('hex')
    return [facts.subjectName, keyHash].map((name) => ({ name, certificate }))
  })
  const groups = Map.groupBy(named, ({ name }) => name)
  return new Map([...groups].map(([name, group]) => [name, group.map(({ certificate }) => certificate)]))
}

/** Counts a signature that is to be verified; false where they are too many, or the time is over. */
export function mayVerify(search: Search): boolean {
  if (search.left < 1 || search.isLate()) search.isExceeded = true
  else search.left -= 1
  return !search.isExceeded
}

/**
 * What a list or a response of the issuer says of a certificate. With a weak algorithm or key it can only revoke: who
 * forges one gains no valid signature.
 */
interface Statement {
  revoked: Revoked[]
  /** Until when it answers whether the certificate was revoked. */
  until: Date | undefined
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
  const search = { left: 1, isExceeded: false, isLate: () => false, responders: new Map() }
  const [statement] = readListStatements([list], subject, [issuer], search)
  return statement?.until !== undefined && statement.until >= since
}

/**
 * What lists say of a certificate; nothing where one is not of the issuer for certificates like this one. A list for some
 * reasons revokes, but leaves open whether the certificate was revoked for others. A certificate is no longer on hold
 * where a later list of the same scope leaves it out (RFC 5280, 5.3.1).
 * @param issuers certificates that have issued it with one key: all but one may be imitations of the issuer
 */
export function readListStatements(
  lists: RevocationList[],
  subject: X509Certificate,
  issuers: X509Certificate[],
  search: Search,
): Statement[] {
  const found = lists.flatMap((list) => {
    const strength = findListStrength(list, subject, issuers, search)
    if (!strength) return []
    const isComplete = strength === 'strong' && !isForSomeReasons(list) && isIssuedInTime(list, subject)
    return [{ list, isComplete, entries: findEntries(list, subject) }]
  })
  const releases = new Map<string, Date>()
  for (const { list, isComplete, entries } of found) {
    const last = releases.get(toScopeKey(list))
    if (isComplete && entries.length === 0 && (!last || last < list.thisUpdate))
      releases.set(toScopeKey(list), list.thisUpdate)
  }
  return found.map(({ list, isComplete, entries }) => {
    const releasedAt = releases.get(toScopeKey(list))
    const isReleased = releasedAt !== undefined && list.thisUpdate < releasedAt
    return {
      revoked: entries.filter((entry) => !isReleased || !isHold(entry)),
      until: isComplete ? list.nextUpdate : undefined,
    }
  })
}

/** What a response says of a certificate; nothing where it is not for the issuer. @param issuers as for lists */
export function readResponseStatements(
  response: OcspResponse,
  subject: X509Certificate,
  issuers: X509Certificate[],
  search: Search,
): Statement[] {
  const [facts, issuerFacts] = [getFacts(subject), issuers[0] ? getFacts(issuers[0]) : null]
  if (search.isLate()) search.isExceeded = true
  if (!facts || !issuerFacts || search.isExceeded) return []
  // Two authorities may have one name, such as before and after a change of key.
  const answers = findAnswers(response, facts.serialNumber, search).filter(
    ({ hashAlgorithm, issuerNameHash, issuerKeyHash, status }) =>
      status !== 'unknown' &&
      isSameBytes(issuerNameHash, getDigest(facts, 'issuer', hashAlgorithm)) &&
      isSameBytes(issuerKeyHash, getDigest(issuerFacts, 'keyBits', hashAlgorithm)),
  )
  const strength = answers.length > 0 ? findResponseStrength(response, issuers, search) : null
  if (!strength) return []
  return answers.map((answer) => ({
    revoked: typeof answer.status === 'object' ? [answer.status] : [],
    until:
      strength === 'strong' && isIssuedInTime(answer, subject)
        ? (answer.nextUpdate ?? answer.thisUpdate)
        : undefined,
  }))
}

/** How the issuer has signed a list for certificates like this one; null of any other list. */
function findListStrength(
  list: RevocationList,
  subject: X509Certificate,
  issuers: X509Certificate[],
  search: Search,
): Strength {
  if (list.isUnknown) return null
  const issuer = issuers.find((candidate) => {
    const facts = getFacts(candidate)
    return facts !== null && list.issuerName === facts.subjectName && (facts.usage & crlSignBit) !== 0
  })
  try {
    const strength = issuer ? findStrength(issuer, list.signed, search) : null
    return strength && isInScope(list, subject) ? strength : null
  } catch {
    // Anyone can add a malformed list, which must not end the verification of the file.
    return null
  }
}

/** How the issuer, or a responder that it authorised, has signed a response; null where neither has. */
function findResponseStrength(
  { certificates, responder, signed, producedAt }: OcspResponse,
  issuers: X509Certificate[],
  search: Search,
): Strength {
  const strength = findStrength(issuers[0]!, signed, search)
  if (strength || search.isExceeded) return strength
  const findAuthorised = (certificate: X509Certificate): Strength => {
    if (search.isExceeded || !certificate.keyUsage?.includes(ocspSigning)) return null
    if (((getFacts(certificate)?.usage ?? 0) & digitalSignatureBit) === 0) return null
    if (hasUnknownCriticalExtension(certificate)) return null
    if (producedAt < certificate.validFromDate || certificate.validToDate < producedAt) return null
    const authority = issuers.find((candidate) => certificate.checkIssued(candidate))
    // Anyone can add certificates to a response: those that could not be a responder's must not use the search up.
    if (!authority || !mayVerify(search) || !isSignedBy(certificate, authority)) return null
    const { algorithm, key } = findIssuingWeakness(certificate, authority)
    const ofResponse = findStrength(certificate, signed, search)
    return ofResponse && (algorithm || key) ? 'weak' : ofResponse
  }
  let found: Strength = null
  const isStrong = (certificate: X509Certificate) => {
    found = findAuthorised(certificate) ?? found
    return found === 'strong'
  }
  // A response may leave its responder's out (RFC 6960, 4.2.1). Others may have the same name: each that is tried counts.
  if (!certificates.some(isStrong))
    search.responders.get(responder)?.some((certificate) => !mayVerify(search) || isStrong(certificate))
  return found
}

/** The answers about certificates with a serial number. All but the first count like signatures: there may be very many. */
function findAnswers(response: OcspResponse, serialNumber: Uint8Array, search: Search): OcspAnswer[] {
  try {
    response.offsets ??= readAnswerOffsets(response)
    const offsets = response.offsets.get(toKey(serialNumber)) ?? []
    return offsets
      .filter((_, index) => index === 0 || mayVerify(search))
      .map((offset) => readAnswer(parse(response.answers!.contents.subarray(offset))))
  } catch {
    // Anyone can add a malformed response: it says nothing.
    response.offsets ??= new Map()
    return []
  }
}

/** Where the answers about each serial number are. */
function readAnswerOffsets({ answers }: OcspResponse): Map<string, number[]> {
  const offsets = new Map<string, number[]>()
  let offset = 0
  for (const answer of readChildren(answers)) {
    const serial = readChildren(readChildren(answer)[0])[3]
    const key = serial ? toKey(encoded(serial)) : ''
    const known = offsets.get(key)
    if (known) known.push(offset)
    else offsets.set(key, [offset])
    offset += encoded(answer).length
  }
  return offsets
}

/** The entries of a certificate in the list. */
function findEntries(list: RevocationList, subject: X509Certificate): Revoked[] {
  const facts = getFacts(subject)
  if (!facts) return []
  try {
    list.offsets ??= readEntryOffsets(list)
    const offsets = list.offsets.get(toKey(facts.serialNumber)) ?? []
    return offsets.map((offset) => readEntryAt(list, offset))
  } catch {
    // Anyone can add an authority that signs something malformed: it says nothing.
    list.offsets ??= new Map()
    return []
  }
}

function readEntryAt({ entries, thisUpdate }: RevocationList, offset: number): Revoked {
  return readEntry(parse(entries!.contents.subarray(offset)), thisUpdate)
}

/** Where each revoked certificate is in the entries, by serial number: a list may have a million. */
function readEntryOffsets(list: RevocationList): Map<string, number[]> {
  const offsets = new Map<string, number[]>()
  let offset = 0
  for (const entry of readChildren(list.entries)) {
    const [serial] = readChildren(entry)
    const key = serial ? toKey(encoded(serial)) : ''
    const known = offsets.get(key)
    offsets.set(key, known ? pickEarliest(list, [...known, offset]) : [offset])
    offset += encoded(entry).length
  }
  return offsets
}

/** Of several entries of a certificate the earliest that puts it on hold, and the earliest other. */
function pickEarliest(list: RevocationList, offsets: number[]): number[] {
  const entries = offsets.map((offset) => ({ offset, ...readEntryAt(list, offset) }))
  const inOrder = entries.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const picked = [inOrder.find(isHold), inOrder.find((entry) => !isHold(entry))]
  return picked.flatMap((entry) => (entry ? [entry.offset] : []))
}

function isHold({ reason }: Revoked): boolean {
  return reason === certificateHold
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

/** The issuing distribution point, to be compared. */
function toScopeKey({ scope }: RevocationList): string {
  return scope ? Buffer.from(encoded(scope)).toString('latin1') : ''
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

/** How the key of a certificate has signed a list or a response; null where it has not. */
function findStrength(certificate: X509Certificate, signed: SignedPart, search: Search): Strength {
  // Of imitations of an authority, which have its key, one is verified.
  const key = getKeyFingerprint(certificate)
  const known = signed.verified.get(key)
  if (known !== undefined) return known
  if (!mayVerify(search)) return null
  const strength = verifySigned(certificate, signed)
  signed.verified.set(key, strength)
  return strength
}

function verifySigned(certificate: X509Certificate, { algorithm, bytes, signature }: SignedPart): Strength {
  try {
    return judgeSignature(certificate.publicKey, algorithm, bytes, signature)
  } catch {
    // An unknown algorithm.
    return null
  }
}
