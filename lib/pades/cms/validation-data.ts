import type { X509Certificate } from 'node:crypto'
import { type PDF, type PdfArray, PdfStream } from '@libpdf/core'
import { asDict, resolver } from '#lib/pdf/check/inspect'
import { decodeStream } from '#lib/pdf/file/objects'
import { isSignedBy, readCertificate } from './certificate.ts'
import { getFacts, getKeyFingerprint } from './certificate-facts.ts'
import {
  groupResponders,
  mayVerify,
  readListStatements,
  readResponseStatements,
  type Search,
} from './revocation.ts'
import {
  type OcspResponse,
  type RevocationList,
  type Revoked,
  readOcspResponse,
  readRevocationList,
} from './revocation-read.ts'

/** The document security store of a file (ISO 32000-2, 12.8.4.3). */
export interface ValidationData {
  certificates: X509Certificate[]
  lists: RevocationList[]
  responses: OcspResponse[]
  /** Results of `searchChain`. */
  searches: Map<Uint8Array, ChainSearch>
  /** Whether the time for searches is over. */
  isLate: () => boolean
}

/**
 * Reads the validation data of a file, also what only the entries for its signatures name (/VRI). What cannot be read is
 * left out, and what was not when the time was over.
 * @param isLate as in `ValidationData`
 */
export function readValidationData(pdf: PDF, isLate = () => false): ValidationData {
  const resolve = resolver(pdf)
  const store = asDict(pdf.context.catalog.getDict().get('DSS', resolve))
  const related = [...(store?.getDict('VRI', resolve) ?? [])].map(([, entry]) =>
    asDict(entry.type === 'ref' ? resolve(entry) : entry),
  )
  // A file may name one dictionary or array any number of times.
  const ofSignatures = [...new Set(related)]
  const read = <T>(name: string, nameInEntry: string, readOne: (der: Uint8Array) => T | null): T[] => {
    const arrays = new Set([
      store?.getArray(name, resolve),
      ...ofSignatures.map((entry) => entry?.getArray(nameInEntry, resolve)),
    ])
    const found: T[] = []
    for (const der of readStreams(pdf, arrays, isLate)) found.push(...readOrSkip(() => readOne(der)))
    return found
  }
  return {
    certificates: read('Certs', 'Cert', readCertificate),
    lists: read('CRLs', 'CRL', readRevocationList),
    responses: read('OCSPs', 'OCSP', readOcspResponse),
    searches: new Map(),
    isLate,
  }
}

/** The streams of arrays in the store until the time is over; those that cannot be decoded are left out. */
export function* readStreams(
  pdf: PDF,
  arrays: Iterable<PdfArray | undefined>,
  isLate = () => false,
): Generator<Uint8Array> {
  const resolve = resolver(pdf)
  const items = [...arrays].flatMap((array) => array?.toArray() ?? [])
  // A file may name one stream any number of times.
  const distinct = new Map(items.map((item) => [item.type === 'ref' ? String(item) : item, item])).values()
  for (const item of distinct) {
    if (isLate()) return
    const stream = item.type === 'ref' ? resolve(item) : item
    if (stream instanceof PdfStream) yield* readOrSkip(() => decodeStream(stream))
  }
}

function readOrSkip<T>(read: () => T | null): T[] {
  try {
    const result = read()
    return result === null ? [] : [result]
  } catch {
    return []
  }
}

/** That a certificate of a signature's chain was revoked. */
export interface Revocation {
  /** ISO 8601. */
  revokedAt: string
  /** SHA-256 of the certificate, as `X509Certificate.fingerprint256` writes it. */
  certificate: string
  /** The reason is that its key may be compromised, or none: others with the same key are revoked, too. */
  isOfKey: boolean
  /** The certificate is not the signer's but that of an authority above it. */
  isOfAuthority: boolean
  /** Key of the issuer (`getKeyFingerprint`): it signed the list or the response, or authorised who did. */
  issuerKey: string
}

/** That the store answers whether a certificate was revoked, or that nobody revokes such a certificate. */
export interface Answer {
  /** As in `Revocation`. */
  certificate: string
  /** As in `Revocation`. */
  issuerKey: string
  /** The end of the last such list or response, or that of the certificate, ISO 8601. */
  until: string
}

/** A certificate that may be in the chain, and those with one key that may have issued it. */
interface Link {
  subject: X509Certificate
  /** All but one may be imitations, with the name and key of the authority. */
  issuers: X509Certificate[]
  issuerKey: string
  /** The first revocation that lists and responses tell of, and the first of its key. */
  revoked: Revoked[]
  /** The end of the last list or response that answers; of a certificate that needs none, its own. */
  until: Date | undefined
}

/** What the store tells of a certificate and of those that may be its authorities. */
interface ChainSearch {
  links: Link[]
  /** Fingerprints of the certificates that are their own issuers. */
  roots: Set<string>
  /** Whether each certificate that may be in the chain was looked for. */
  isComplete: boolean
  /** Results of `leadsToRoot` by its time: a time stamp is asked about for every earlier signature. */
  covered: Map<number, boolean>
}

/**
 * Whether the store has what a validation of this certificate needs later, without any service: the issuers up to one
 * that is its own, and for each certificate but that one a revocation list or a response, which is signed by its issuer
 * and current at `since` or later (ETSI EN 319 142-1, 6.3, as DSS applies it), unless nobody revokes such a certificate. Of several chains one suffices.
 * @param certificate always the same object for the same signature or time stamp
 * @param others its other certificates, DER
 */
export function coversChain(
  data: ValidationData,
  certificate: Uint8Array,
  others: Uint8Array[],
  since: Date,
): boolean {
  const search = searchChain(data, certificate, others)
  const isCovered = search.covered.get(since.getTime()) ?? leadsToRoot(certificate, search, since)
  search.covered.set(since.getTime(), isCovered)
  return isCovered
}

function leadsToRoot(certificate: Uint8Array, { links, roots }: ChainSearch, since: Date): boolean {
  const current = links.filter(({ until }) => until && until >= since)
  const covered = new Set(roots)
  // Each round adds the certificates below those of the one before.
  for (let size = -1; size < covered.size; ) {
    size = covered.size
    for (const { subject, issuers } of current)
      if (issuers.some(({ fingerprint256 }) => covered.has(fingerprint256)))
        covered.add(subject.fingerprint256)
  }
  return covered.has(readCertificate(certificate)?.fingerprint256 ?? '')
}

/** What the store tells of the revocation of a certificate and of those that may be its authorities. */
interface RevocationReport {
  /** The earliest first. */
  revocations: Revocation[]
  answers: Answer[]
  /** Whether each certificate that may be in the chain was looked for. */
  isComplete: boolean
}

/**
 * Finds the revocations of a certificate and its authorities that the store tells of, in lists and responses that the
 * issuer has signed, and what answers whether they were revoked. Several certificates may have the name and key of one
 * authority, and anyone may add more, with lists of their own: which of them count depends on the chain that is trusted.
 * @param certificate and `others` as for `coversChain`
 */
export function findRevocations(
  data: ValidationData,
  certificate: Uint8Array,
  others: Uint8Array[],
): RevocationReport {
  const { links, isComplete } = searchChain(data, certificate, others)
  const leaf = readCertificate(certificate)?.fingerprint256
  const revocations = links.flatMap(({ subject, issuerKey, revoked }) =>
    revoked.map((one): Revocation => {
      const certificate = subject.fingerprint256
      const isOfAuthority = certificate !== leaf
      const revokedAt = one.at.toISOString()
      return { revokedAt, certificate, isOfKey: isOfKey(one), isOfAuthority, issuerKey }
    }),
  )
  const answers = links.flatMap(({ subject, issuerKey, until }): Answer[] =>
    until ? [{ certificate: subject.fingerprint256, issuerKey, until: until.toISOString() }] : [],
  )
  return {
    revocations: revocations.sort((a, b) => Date.parse(a.revokedAt) - Date.parse(b.revokedAt)),
    answers,
    isComplete,
  }
}

/** Certificates that are looked for: a file may have any number with the name and key of one authority. */
const MAX_LOOKED_FOR = 30
/**
 * Signatures of certificates, lists and responses that one search verifies. Each takes 0.1 ms with P-256, but more than 10
 * ms with curves that somebody else may have chosen: the time may be over before.
 */
const MAX_VERIFIED = 1000

/** The search for a certificate, which is made once. */
function searchChain(data: ValidationData, certificate: Uint8Array, others: Uint8Array[]): ChainSearch {
  const known = data.searches.get(certificate)
  if (known) return known
  const { certificates, lists, responses, searches, isLate } = data
  const result: ChainSearch = { links: [], roots: new Set(), isComplete: true, covered: new Map() }
  searches.set(certificate, result)
  const leaf = readCertificate(certificate)
  if (!leaf) return result
  // The store must have something: a certificate that is its own issuer needs no list.
  if (certificates.length > 0 && isSignedBy(leaf, leaf)) result.roots.add(leaf.fingerprint256)
  const needsNone = certificates.length > 0 && getFacts(leaf)?.isNeverRevoked
  if (lists.length === 0 && responses.length === 0 && !needsNone) return result
  const candidates = [...certificates, ...others.flatMap((der) => readCertificate(der) ?? [])]
  const subjects = new Map([[leaf.fingerprint256, leaf]])
  const responders = groupResponders(candidates)
  const search: Search = { left: MAX_VERIFIED, isExceeded: false, isLate, responders }
  // The issuers that are added are looked for too.
  for (const subject of subjects.values()) {
    if (isSignedBy(subject, subject)) {
      if (subject !== leaf) result.roots.add(subject.fingerprint256)
      continue
    }
    const issuers = candidates.filter(
      (candidate) => subject.checkIssued(candidate) && mayVerify(search) && isSignedBy(subject, candidate),
    )
    if (search.isExceeded) break
    for (const issuer of issuers) {
      if (subjects.size < MAX_LOOKED_FOR) subjects.set(issuer.fingerprint256, issuer)
      else result.isComplete &&= subjects.has(issuer.fingerprint256)
    }
    const lookedFor = issuers.filter(({ fingerprint256 }) => subjects.has(fingerprint256))
    for (const [issuerKey, ofKey] of Map.groupBy(lookedFor, getKeyFingerprint)) {
      const times = readTimes(data, subject, ofKey, search)
      result.links.push({ subject, issuers: ofKey, issuerKey, ...times })
    }
  }
  result.isComplete &&= !search.isExceeded
  return result
}

/** What lists and responses of these issuers say of a certificate. */
function readTimes(
  { lists, responses }: ValidationData,
  subject: X509Certificate,
  issuers: X509Certificate[],
  search: Search,
): Pick<Link, 'revoked' | 'until'> {
  const statements = [
    ...readListStatements(lists, subject, issuers, search),
    ...responses.flatMap((response) => readResponseStatements(response, subject, issuers, search)),
  ]
  const ownEnd = getFacts(subject)?.isNeverRevoked ? [subject.validToDate] : []
  const revoked = statements.flatMap((statement) => statement.revoked)
  const inOrder = revoked.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const ends = [...ownEnd, ...statements.flatMap(({ until }) => until ?? [])]
  return {
    revoked: [...new Set([inOrder[0], inOrder.find(isOfKey)])].filter((one) => one !== undefined),
    until: ends.sort((a, b) => a.getTime() - b.getTime()).at(-1),
  }
}

/** Reasons (CRLReason, RFC 5280, 5.3.1) that concern the key: unspecified, keyCompromise, and cACompromise. */
const reasonsOfKey = [0, 1, 2]

function isOfKey({ reason }: Revoked): boolean {
  return reason === undefined || reasonsOfKey.includes(reason)
}
