import { X509Certificate } from 'node:crypto'
import type { PDF, PdfDict } from '@libpdf/core'
import type { ActiveContent } from '#lib/pdf/check/active-content'
import { findActiveContent } from '#lib/pdf/check/find-active-content'
import { loadPdf } from '#lib/pdf/file/load'
import { decodeText, parseDate } from '#lib/pdf/file/objects'
import { changesAfter, findInvalidated, type LaterChanges } from './changes/changes-after.ts'
import { equalObjects } from './changes/compare.ts'
import { addFieldPlaces } from './changes/field-places.ts'
import type { LaterSignature, Modification, ModificationLevel } from './changes/modifications.ts'
import { checkByteRange, coversAll, excludedContents, RangeHasher } from './changes/ranges.ts'
import {
  findOrphanSignatures,
  isCertification,
  listSignedFields,
  type SignedField,
} from './changes/signature-fields.ts'
import { type Revision, toRevision } from './changes/timeline.ts'
import { isTimeStampFilter, verifyCms } from './cms/cms-verify.ts'
import { parseCommonName } from './cms/names.ts'
import { readSigningTime } from './cms/signing-time.ts'
import {
  type Answer,
  coversChain,
  findRevocations,
  type Revocation,
  readValidationData,
  type ValidationData,
} from './cms/validation-data.ts'
import { getBaselineLevel, isBaselineCms, type LevelReport } from './level.ts'
import { type NamedHead, readNamedHead } from './named-head.ts'
import { findTimestamps, listCertificates, type SignatureStamp } from './time-stamps/time-stamp-verify.ts'

/** A valid time stamp of a signature, and the level of the signature with it. */
export interface StampReport extends SignatureStamp, LevelReport {
  /** As of a signature, in what may be the chain of its authority. */
  revocations: Revocation[]
}

/**
 * Verification result of one signature. Its baseline level (EN 319 142-1, 6) is as far as the file shows it, with the first
 * of its time stamps, and whichever chain its validation data are about.
 */
export interface SignatureReport extends LevelReport {
  fieldName: string
  /** Common name of the signer's certificate. */
  signerName: string
  /** Common name of the certificate's issuer. */
  issuerName: string
  /** Serial number of the certificate, hexadecimal. */
  serialNumber: string
  /** /SubFilter: the format of the signature (ISO 32000-2, 12.8.3.3). */
  subFilter: string
  /** The dictionary has a time in /M and no /Cert, and the CMS only what a baseline signature has (EN 319 142-1, 6.3). */
  hasBaselineEntries: boolean
  byteRange: [number, number, number, number]
  /** The time sufficed to verify the signature and all revisions after it. */
  isJudged: boolean
  /** Nothing follows the signed bytes. */
  coversWholeFile: boolean
  /** The message digest matches the signed bytes; null where they could not be compared. */
  digestOk: boolean | null
  /** The CMS signature matches the certificate, and the signing-certificate attribute identifies it. */
  signatureOk: boolean
  /** As in `CmsVerdict`. */
  isUnidentified: boolean
  /** Later revisions changed only what this signature and the certification permit. */
  changesOk: boolean
  /** All three hold, and the byte range excludes only its own Contents. */
  valid: boolean
  /** Sentences that say what is wrong; empty when valid. */
  faults: string[]
  /** Whether it certifies the document (DocMDP). */
  certification: boolean
  /** Modification level of later revisions. */
  modificationLevel: ModificationLevel
  /** Modifications by later revisions, including later signatures. */
  modifications: Modification[]
  /** How many modifications are not listed, because there are too many. */
  omittedModifications: number
  /** Later revisions added validation data. */
  addsValidationData: boolean
  /** The signed bytes were changed, or a later change belongs to no later signature (`LaterChanges.isChanged`). */
  changedAfterSigning: boolean
  /** The weak algorithms of the signature (`SHA-1`); null without one. */
  weakAlgorithm: string | null
  /** The short key of the certificate (`RSA 1024`); null for a strong one. */
  weakKey: string | null
  /** Bytes after the CMS object in /Contents, without the zeros that fill it. */
  trailingBytes: number
  /** The algorithm or sub-filter that cannot be verified (name or object identifier); null without one. */
  unsupported: string | null
  /** The revocations in what may be its chain that the validation data of the file tell of, the earliest first. */
  revocations: Revocation[]
  /** The answers in them whether certificates in what may be its chain were revoked. */
  answers: Answer[]
  /**
   * Whether each certificate that may be in its chain or those of its time stamps was looked for in the validation data;
   * false where there are too many, or the time did not suffice.
   */
  isRevocationKnown: boolean
  /**
   * `/M` of the signature dictionary, or else the attribute signing-time, ISO 8601: the signer's claim, without proof. Of a
   * document time stamp its time.
   */
  signedAt?: string
  /** Its valid time stamps (PAdES B-T), strong ones first. Their authorities may be untrusted. */
  timestamps: StampReport[]
  /** `/Reason` of the signature dictionary. */
  reason?: string
  /** The audit chain and its head that the signature dictionary names. */
  head: NamedHead | null
  /** DER. */
  certificate: Uint8Array
  /** Other certificates in the signature, DER, in no order; not verified. */
  otherCertificates: Uint8Array[]
}

/** A file may have any number, and each is read again where chains are built. */
const MAX_STORE_AUTHORITIES = 500

export interface VerifyReport {
  /** In the order of their revisions. */
  signatures: SignatureReport[]
  /** The file has signatures, and all are valid. */
  valid: boolean
  /** The last signature covers the whole file. */
  coversWholeFile: boolean
  /** Sentences about the file as a whole; empty when nothing is wrong. */
  faults: string[]
  /** Also empty for a file that cannot be read. */
  activeContent: ActiveContent[]
  /** Authorities in the document security store (ISO 32000-2, 12.8.4.3), DER, at most 500; not verified. */
  storeCertificates: Uint8Array[]
}

/**
 * Verifies every signature of a file: byte ranges, digests, CMS signatures, and changes by later revisions.
 * Certificate chains are not verified here. Never throws for a damaged file: `faults` of the report say what is
 * wrong.
 * @param options `milliseconds`: what is not verified by then is left out, and the report says so
 */
export async function verifyPdf(
  bytes: Uint8Array,
  { milliseconds = Number.POSITIVE_INFINITY } = {},
): Promise<VerifyReport> {
  const endsAt = performance.now() + milliseconds
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pdf = await loadPdf(bytes).catch((error: Error) => error)
  if (pdf instanceof Error) return report([], [`The file cannot be read: ${pdf.message}`])
  try {
    const fields = listSignedFields(toRevision(pdf))
    const isLate = () => performance.now() > endsAt
    const validationData = readValidationData(pdf, isLate)
    const signatures = await checkAll(file, pdf, fields, validationData, isLate)
    const faults = findOrphanSignatures(file, toRevision(pdf), fields)
    const authorities = validationData.certificates.filter(({ ca }) => ca).slice(0, MAX_STORE_AUTHORITIES)
    const storeCertificates = authorities.map(({ raw }) => new Uint8Array(raw))
    return report(signatures, faults, { activeContent: findActiveContent(pdf), storeCertificates })
  } catch (error) {
    return report([], [`The file cannot be verified: ${(error as Error).message}`])
  }
}

/** Verification result of the revisions that were appended to a file. */
export interface IncrementReport {
  /** New signatures, in order. */
  added: SignatureReport[]
  /** Earlier signatures that do not permit the changes, each with a sentence. */
  invalidated: { fieldName: string; fault: string }[]
  /** Sentences about the file as a whole. */
  faults: string[]
}

/**
 * Verifies the revisions after the first `length` bytes of a file; the earlier ones were verified before. Earlier
 * signatures are checked only against the new changes, so that a file with a thousand signatures can take another.
 * Never throws for a damaged file: the result says what is wrong.
 */
export async function verifyIncrement(bytes: Uint8Array, length: number): Promise<IncrementReport> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const fileBefore = file.subarray(0, length)
    const before = toRevision(await loadPdf(fileBefore))
    const pdf = await loadPdf(bytes)
    const [earlier, fields] = [listSignedFields(before), listSignedFields(toRevision(pdf))]
    const earlierByName = Map.groupBy(earlier, ({ name }) => name)
    const isEarlier = ({ name, value }: SignedField) =>
      earlierByName.get(name)?.some((field) => equalObjects(field.value, value)) ?? false
    const faultsBefore = findOrphanSignatures(fileBefore, before, earlier)
    const added = fields.filter((field) => !isEarlier(field))
    return {
      added: await checkAll(file, pdf, added, readValidationData(pdf)),
      invalidated: earlier.length === 0 ? [] : await findInvalidated(file, length, earlier),
      faults: findOrphanSignatures(file, toRevision(pdf), fields).filter(
        (fault) => !faultsBefore.includes(fault),
      ),
    }
  } catch (error) {
    const fault = `The revision cannot be verified: ${(error as Error).message}`
    return { added: [], invalidated: [], faults: [fault] }
  }
}

/** The order of revisions; fields without a byte range come last. */
function byEnd(a: SignedField, b: SignedField): number {
  const [first, second] = [a, b].map(({ end }) => (Number.isNaN(end) ? Number.POSITIVE_INFINITY : end))
  return first === second ? 0 : first! - second!
}

/** Verifies the signatures of these fields and the changes after each; the reports are in the order of revisions. */
async function checkAll(
  file: Buffer,
  pdf: PDF,
  fields: SignedField[],
  validationData: ValidationData,
  isLate = () => false,
): Promise<SignatureReport[]> {
  const hasher = new RangeHasher(file)
  const inOrder = fields.sort(byEnd)
  let known: Uint8Array[] = validationData.certificates.map(({ raw }) => raw)
  const signatures: SignatureReport[] = []
  for (const field of inOrder) {
    const signature = checkSignature(file, pdf, field, isLate() ? null : hasher, known)
    signatures.push(signature)
    known = known.concat(listCertificates(signature))
  }
  const intact = inOrder.flatMap(({ name, end }, index): LaterSignature[] => {
    const { isJudged, faults, isUnidentified, subFilter } = signatures[index]!
    if (!isJudged || faults.length > (isUnidentified ? 1 : 0)) return []
    return [{ fieldName: name, end, isTimestamp: isTimeStampFilter(subFilter) }]
  })
  const unfinished = inOrder.filter((_, index) => !signatures[index]!.coversWholeFile)
  const changes = await changesAfter(file, pdf, unfinished, intact, isLate)
  for (const [index, field] of inOrder.entries()) {
    const signature = signatures[index]!
    const later = changes.get(field)
    // Changes after a signature with a fault may be missing because its byte range is wrong.
    if (later?.isUnfinished || (!later && !signature.coversWholeFile && signature.faults.length === 0))
      signature.isJudged = false
    enterChanges(signature, later)
    if (!signature.isJudged) signature.faults.push(notJudged)
    signature.valid = signature.faults.length === 0
  }
  addFieldPlaces(
    toRevision(pdf),
    signatures.flatMap(({ modifications }) => modifications),
  )
  const coveredBy =
    (data: ValidationData | null) => (certificate: Uint8Array, others: Uint8Array[], since: Date) =>
      data !== null && !isLate() && coversChain(data, certificate, others, since)
  const isCovered = coveredBy(validationData)
  const wasCovered = coveredBy(await readStampedData(file, signatures, isLate))
  for (const signature of signatures) {
    const getLevel = (stamp: StampReport | undefined) =>
      getBaselineLevel(signature, stamp, signatures, isCovered, wasCovered)
    for (const stamp of signature.timestamps) Object.assign(stamp, getLevel(stamp))
    Object.assign(signature, getLevel(signature.timestamps[0]))
    if (isLate()) signature.isRevocationKnown = false
    else enterRevocations(signature, validationData)
  }
  return signatures
}

/** The validation data in the revision of the last document time stamp, where later ones added more; null without any. */
async function readStampedData(
  file: Buffer,
  signatures: readonly SignatureReport[],
  isLate: () => boolean,
): Promise<ValidationData | null> {
  const stamp = signatures.findLast(
    ({ subFilter, digestOk, signatureOk }) => isTimeStampFilter(subFilter) && digestOk && signatureOk,
  )
  if (!stamp?.addsValidationData || !stamp.changesOk || isLate()) return null
  const [, , second, last] = stamp.byteRange
  const pdf = await loadPdf(file.subarray(0, second + last)).catch(() => null)
  return pdf && readValidationData(pdf, isLate)
}

const notJudged =
  'The signature was not verified, or not against all later revisions: the file needs too much time.'

/** Enters what the validation data tell of revocations into a report. */
function enterRevocations(signature: SignatureReport, validationData: ValidationData): void {
  const { certificate, otherCertificates } = signature
  const own = findRevocations(validationData, certificate, otherCertificates)
  signature.revocations = own.revocations
  signature.answers = own.answers
  signature.isRevocationKnown = own.isComplete
  for (const stamp of signature.timestamps) {
    const [authority, ...issuers] = stamp.certificates
    const ofStamp = findRevocations(validationData, authority!, [...issuers, ...otherCertificates])
    stamp.revocations = ofStamp.revocations
    signature.isRevocationKnown &&= ofStamp.isComplete
  }
}

/** Enters the changes after a signature into its report. */
function enterChanges(signature: SignatureReport, changes: LaterChanges | undefined): void {
  const forbidden = changes?.modifications.filter(({ permitted }) => !permitted) ?? []
  signature.changesOk = forbidden.length === 0
  signature.faults.push(...forbidden.map(({ message }) => message))
  if (!changes) return
  signature.modifications = changes.modifications
  signature.omittedModifications = changes.omitted
  signature.addsValidationData = changes.addsValidationData
  signature.modificationLevel = changes.level
  signature.changedAfterSigning ||= changes.isChanged
}

function report(
  signatures: SignatureReport[],
  faults: string[],
  { activeContent = [], storeCertificates = [] }: Partial<VerifyReport> = {},
): VerifyReport {
  return {
    activeContent,
    storeCertificates,
    signatures,
    faults,
    valid: signatures.length > 0 && faults.length === 0 && signatures.every(({ valid }) => valid),
    coversWholeFile: signatures.at(-1)?.coversWholeFile ?? false,
  }
}

/**
 * Verifies one signature by itself; `checkAll` adds the changes after it.
 * @param hasher null when there is no time for it
 * @param known certificates in the security store and in earlier signatures, DER
 */
function checkSignature(
  file: Buffer,
  pdf: PDF,
  field: SignedField,
  hasher: RangeHasher | null,
  known: readonly Uint8Array[],
): SignatureReport {
  const { name, value, byteRange } = field
  const { resolve } = toRevision(pdf)
  const subFilter = value.getName('SubFilter', resolve)?.value ?? ''
  // The library decrypts every string, but the Contents of a signature are never encrypted (ISO 32000-2, 7.6.2).
  const contents = pdf.isEncrypted
    ? excludedContents(file, byteRange)
    : (value.getString('Contents', resolve)?.bytes ?? new Uint8Array())
  const range = hasher && checkByteRange(file, byteRange, contents)
  const isWellFormed = range !== null && typeof range !== 'string'
  const cmsVerdict = isWellFormed ? verifyCms(contents, subFilter, hasher!.bytes(range), known) : null
  const faults = [...(typeof range === 'string' ? [range] : []), ...(cmsVerdict?.faults ?? [])]
  const stamps = cmsVerdict?.faults.length === 0 ? findTimestamps(contents, known) : []
  const certificate = cmsVerdict?.certificate ? new X509Certificate(cmsVerdict.certificate) : null
  const reason = readText(value, 'Reason', resolve)
  const statedAt = parseDate(readText(value, 'M', resolve))
  const claimedAt = statedAt ?? (certificate ? readSigningTime(contents) : null)
  const isBaseline = !certificate || isBaselineCms(contents, reason)
  const numberAt = (index: number) => (Number.isSafeInteger(byteRange[index]) ? byteRange[index]! : 0)
  return {
    fieldName: name,
    signerName: certificate ? parseCommonName(certificate.subject) : '',
    issuerName: certificate ? parseCommonName(certificate.issuer) : '',
    serialNumber: certificate?.serialNumber ?? '',
    subFilter,
    hasBaselineEntries: statedAt !== undefined && !value.has('Cert') && isBaseline,
    byteRange: [numberAt(0), numberAt(1), numberAt(2), numberAt(3)],
    coversWholeFile: isWellFormed && coversAll(file, range),
    isJudged: hasher !== null,
    digestOk: cmsVerdict ? cmsVerdict.digestOk : hasher ? false : null,
    signatureOk: cmsVerdict?.signatureOk ?? false,
    isUnidentified: cmsVerdict?.isUnidentified ?? false,
    changesOk: false,
    valid: false,
    faults,
    certification: isCertification(value, toRevision(pdf)),
    modificationLevel: 'none',
    modifications: [],
    omittedModifications: 0,
    addsValidationData: false,
    changedAfterSigning: hasher !== null && (!cmsVerdict || cmsVerdict.digestOk === false),
    level: null,
    weakAlgorithm: cmsVerdict?.weakAlgorithm ?? null,
    weakKey: cmsVerdict?.weakKey ?? null,
    trailingBytes: cmsVerdict?.trailingBytes ?? 0,
    unsupported: cmsVerdict?.unsupported ?? null,
    revocations: [],
    answers: [],
    isRevocationKnown: true,
    signedAt: (cmsVerdict?.stampedAt ?? claimedAt)?.toISOString(),
    timestamps: stamps.map((stamp) => ({ ...stamp, level: null, revocations: [] })),
    reason,
    head: readNamedHead(value),
    certificate: cmsVerdict?.certificate ?? new Uint8Array(),
    otherCertificates: cmsVerdict?.otherCertificates ?? [],
  }
}

function readText(dict: PdfDict, key: string, resolve: Revision['resolve']): string | undefined {
  const text = dict.getString(key, resolve)
  return text && decodeText(text)
}
