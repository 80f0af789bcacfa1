import type { X509Certificate } from 'node:crypto'
import { type PDF, type PdfDict, PdfStream } from '@libpdf/core'
import { asDict, resolver } from '#lib/pdf/check/inspect'
import { isSignedBy, readCertificate } from './certificate.ts'
import {
  findAnsweredRevocation,
  findListedRevocation,
  isListFor,
  isResponseFor,
  mayVerify,
  type OcspResponse,
  type RevocationList,
  readOcspResponse,
  readRevocationList,
  type Search,
} from './revocation.ts'

/** The document security store of a file (ISO 32000-2, 12.8.4.3). */
export interface ValidationData {
  certificates: X509Certificate[]
  lists: RevocationList[]
  responses: OcspResponse[]
  /** Results of `coversChain`: it is asked about a time stamp for every earlier signature. */
  covered: Map<Uint8Array, boolean>
}

/** Reads the validation data of a file. What cannot be read is left out. */
export function readValidationData(pdf: PDF): ValidationData {
  const store = asDict(pdf.context.catalog.getDict().get('DSS', resolver(pdf)))
  return {
    certificates: readStreams(pdf, store, 'Certs').flatMap((der) => readCertificate(der) ?? []),
    lists: readStreams(pdf, store, 'CRLs').flatMap((der) => readOrSkip(() => [readRevocationList(der)])),
    responses: readStreams(pdf, store, 'OCSPs').flatMap((der) => readOrSkip(() => [readOcspResponse(der)])),
    covered: new Map(),
  }
}

function readStreams(pdf: PDF, store: PdfDict | null, entry: string): Uint8Array[] {
  const resolve = resolver(pdf)
  const items = store?.getArray(entry, resolve)?.toArray() ?? []
  // A file may name one stream any number of times.
  const distinct = new Map(items.map((item) => [item.type === 'ref' ? String(item) : item, item])).values()
  return [...distinct].flatMap((item) => {
    const stream = item.type === 'ref' ? resolve(item) : item
    return stream instanceof PdfStream ? readOrSkip(() => [stream.getDecodedData()]) : []
  })
}

function readOrSkip<T>(read: () => T[]): T[] {
  try {
    return read()
  } catch {
    return []
  }
}

/**
 * Whether the store has what a validation of this certificate needs later, without any service: the issuers up to one
 * that is its own, and for each certificate but that one a revocation list or a response, which is signed by its issuer
 * and current at `since` or later (ETSI EN 319 142-1, 6.3, as DSS applies it).
 * @param certificate always the same object for the same signature or time stamp
 * @param others its other certificates, DER
 */
export function coversChain(
  data: ValidationData,
  certificate: Uint8Array,
  others: Uint8Array[],
  since: Date,
): boolean {
  const isCovered = data.covered.get(certificate) ?? followChain(data, certificate, others, since)
  data.covered.set(certificate, isCovered)
  return isCovered
}

/** That a certificate of a signature's chain was revoked. */
export interface Revocation {
  /** ISO 8601. */
  revokedAt: string
  /** The certificate is not the signer's but that of an authority above it. */
  isOfAuthority: boolean
}

/** What the store tells of a certificate and its authorities. */
export interface RevocationSearch {
  /** The first revocation; null where none was found. */
  first: Revocation | null
  /** Whether each certificate that may be in the chain was looked for. */
  isComplete: boolean
}

/** Certificates that are looked for: a file may have any number with the name and key of one authority. */
const MAX_LOOKED_FOR = 30
/** Signatures of certificates, lists and responses that one search verifies, which takes 0.1 ms for each. */
const MAX_VERIFIED = 1000

/**
 * Finds the first revocation of a certificate or one of its authorities that the store tells of, in a list or response
 * that the issuer has signed. Several certificates may have the name and key of one authority: as anyone may add
 * certificates, a revocation of any that may be in the chain counts.
 * @param others other certificates of the signature, DER
 */
export function findRevocation(
  { certificates, lists, responses }: ValidationData,
  certificate: Uint8Array,
  others: Uint8Array[],
): RevocationSearch {
  const leaf = readCertificate(certificate)
  if (!leaf || (lists.length === 0 && responses.length === 0)) return { first: null, isComplete: true }
  const known = [...certificates, ...others.flatMap((der) => readCertificate(der) ?? [])]
  const subjects = new Map([[leaf.fingerprint256, leaf]])
  const found: { time: Date; isOfAuthority: boolean }[] = []
  let isComplete = true
  const search: Search = { left: MAX_VERIFIED, isExceeded: false }
  // The issuers that are added are looked for too.
  for (const subject of subjects.values()) {
    if (isSignedBy(subject, subject)) continue
    const named = known.filter((candidate) => subject.checkIssued(candidate))
    if (!mayVerify(search, named.length)) break
    const issuers = named.filter((candidate) => isSignedBy(subject, candidate))
    for (const issuer of issuers) {
      if (subjects.size < MAX_LOOKED_FOR) subjects.set(issuer.fingerprint256, issuer)
      else isComplete &&= subjects.has(issuer.fingerprint256)
    }
    const times = issuers
      .filter(({ fingerprint256 }) => subjects.has(fingerprint256))
      .flatMap((issuer) => [
        ...lists.flatMap((list) => findListedRevocation(list, subject, issuer, search) ?? []),
        ...responses.flatMap((response) => findAnsweredRevocation(response, subject, issuer, search) ?? []),
      ])
    found.push(...times.map((time) => ({ time, isOfAuthority: subject !== leaf })))
  }
  const [first] = found.sort((a, b) => a.time.getTime() - b.time.getTime())
  return {
    first: first ? { revokedAt: first.time.toISOString(), isOfAuthority: first.isOfAuthority } : null,
    isComplete: isComplete && !search.isExceeded,
  }
}

function followChain(
  { certificates, lists, responses }: ValidationData,
  certificate: Uint8Array,
  others: Uint8Array[],
  since: Date,
): boolean {
  const known = [...certificates, ...others.flatMap((der) => readCertificate(der) ?? [])]
  const search: Search = { left: MAX_VERIFIED, isExceeded: false }
  let subject = readCertificate(certificate)
  for (let length = 0; subject && length <= known.length; length++) {
    if (isSignedBy(subject, subject)) return length > 0 || certificates.length > 0
    const current: X509Certificate = subject
    const issuer = known.find((candidate) => isSignedBy(current, candidate))
    if (!issuer) return false
    const isCovered =
      responses.some((response) => isResponseFor(response, current, issuer, since, search)) ||
      lists.some((list) => isListFor(list, current, issuer, since, search))
    if (!isCovered) return false
    subject = issuer
  }
  return false
}
