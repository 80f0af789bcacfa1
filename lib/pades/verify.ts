import type { PDF } from '@libpdf/core'
import { viewBytes } from '#lib/core/runtime/bytes'
import type { ActiveContent } from '#lib/pdf/check/active-content'
import { findActiveContent } from '#lib/pdf/check/find-active-content'
import { loadPdf } from '#lib/pdf/file/load'
import { changesAfter, findInvalidated, type LaterChanges } from './changes/changes-after.ts'
import { equalObjects } from './changes/compare.ts'
import { addFieldPlaces } from './changes/field-places.ts'
import type { LaterSignature } from './changes/modifications.ts'
import { RangeHasher } from './changes/ranges.ts'
import { findOrphanSignatures, listSignedFields, type SignedField } from './changes/signature-fields.ts'
import { toRevision } from './changes/timeline.ts'
import { checkSignature } from './check-signature.ts'
import { isTimeStampFilter } from './cms/cms-verify.ts'
import { KnownCertificates } from './cms/known-certificates.ts'
import {
  coversChain,
  findRevocations,
  readValidationData,
  type ValidationData,
} from './cms/validation-data.ts'
import { getBaselineLevel } from './level.ts'
import { isOfUnknownSigner, type SignatureReport, type StampReport } from './signature-report.ts'
import { listCertificates } from './time-stamps/time-stamp-verify.ts'

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
  const file = viewBytes(bytes)
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
  const file = viewBytes(bytes)
  try {
    const fileBefore = file.subarray(0, length)
    const before = toRevision(await loadPdf(fileBefore))
    const pdf = await loadPdf(bytes)
    const [earlier, fields] = [listSignedFields(before), listSignedFields(toRevision(pdf))]
    const earlierByName = Map.groupBy(earlier, ({ name }) => name)
    const isEarlier = ({ name, value }: SignedField) =>
      earlierByName.get(name)?.some((field) => equalObjects(field.value, value)) ?? false
    // A file that is not signed must not become one with a signature in none of its fields.
    const faultsBefore = earlier.length === 0 ? [] : findOrphanSignatures(fileBefore, before, earlier)
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
  const known = new KnownCertificates(validationData.certificates.map(({ raw }) => raw))
  const signatures: SignatureReport[] = []
  for (const field of inOrder) {
    const signature = checkSignature(file, pdf, field, isLate() ? null : hasher, known.find)
    signatures.push(signature)
    known.add(listCertificates(signature))
  }
  const intact = inOrder.flatMap(({ name, end }, index): LaterSignature[] => {
    const signature = signatures[index]!
    const { isJudged, faults, subFilter } = signature
    if (!isJudged || faults.length > (isOfUnknownSigner(signature) ? 1 : 0)) return []
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
