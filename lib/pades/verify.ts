import { X509Certificate } from 'node:crypto'
import type { PDF, PdfDict } from '@libpdf/core'
import type { ActiveContent } from '#lib/pdf/check/active-content'
import { findActiveContent } from '#lib/pdf/check/find-active-content'
import { asDict, resolver } from '#lib/pdf/check/inspect'
import { loadPdf } from '#lib/pdf/file/load'
import { decodeText, parseDate } from '#lib/pdf/file/objects'
import { Comparison } from './changes/changes.ts'
import { equalObjects } from './changes/compare.ts'
import { referrersTo } from './changes/form-tree.ts'
import {
  coveredBy,
  highestLevel,
  isSignedIncrement,
  type LaterSignature,
  type Modification,
  type ModificationLevel,
} from './changes/modifications.ts'
import { checkByteRange, coversAll, RangeHasher } from './changes/ranges.ts'
import { touchedSince } from './changes/revisions.ts'
import {
  isCertification,
  orphanSignatures,
  permissionsOf,
  type SignedField,
  signedFields,
} from './changes/signature-fields.ts'
import { verifyCms } from './cms/cms-verify.ts'
import { commonNameOf } from './cms/names.ts'
import { timestampOf } from './time-stamps/time-stamp-verify.ts'

/** Baseline levels: B basic, T with a time stamp, LT with validation data, LTA with a document time stamp. */
export type BaselineLevel = 'B' | 'T' | 'LT' | 'LTA'

/** Verification result of one signature. */
export interface SignatureReport {
  fieldName: string
  /** Common name of the signer's certificate. */
  signerName: string
  /** Common name of the certificate's issuer. */
  issuerName: string
  /** Serial number of the certificate, hexadecimal. */
  serialNumber: string
  /** /SubFilter: the format of the signature (ISO 32000-2, 12.8.3.3). */
  subFilter: string
  byteRange: [number, number, number, number]
  /** Nothing follows the signed bytes. */
  coversWholeFile: boolean
  /** The message digest matches the signed bytes; null where that cannot be verified (`unsupported`). */
  digestOk: boolean | null
  /** The CMS signature matches the certificate, and the signing-certificate attribute identifies it. */
  signatureOk: boolean
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
  /** The signed bytes were changed, or a later change does not belong to a later signature (`isSignedIncrement`). */
  changedAfterSigning: boolean
  /** Baseline level (EN 319 142-1, 6) as far as the file shows it; null for other signatures than PAdES. */
  level: BaselineLevel | null
  /** The weak algorithms of the signature (`SHA-1`); null without one. */
  weakAlgorithm: string | null
  /** The short key of the certificate (`RSA 1024`); null for a strong one. */
  weakKey: string | null
  /** Bytes after the CMS object in /Contents, without the zeros that fill it. */
  trailingBytes: number
  /** The algorithm or sub-filter that cannot be verified (name or object identifier); null without one. */
  unsupported: string | null
  /** `/M` of the signature dictionary, ISO 8601: the signer's claim, without proof. */
  signedAt?: string
  /** Time of the signature time stamp (PAdES B-T), ISO 8601. The authority may be untrusted. */
  timestampedAt?: string
  /** `/Reason` of the signature dictionary. */
  reason?: string
  /** DER. */
  certificate: Uint8Array
  /** Other certificates in the signature, DER, in no order; not verified. */
  otherCertificates: Uint8Array[]
}

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
}

/**
 * Verifies every signature of a file: byte ranges, digests, CMS signatures, and changes by later revisions.
 * Certificate chains are not verified here. Never throws for a damaged file: `faults` of the report say what is
 * wrong.
 */
export async function verifyPdf(bytes: Uint8Array): Promise<VerifyReport> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pdf = await loadPdf(bytes).catch((error: Error) => error)
  if (pdf instanceof Error) return report([], [`The file cannot be read: ${pdf.message}`])
  try {
    const fields = signedFields(pdf)
    const signatures = await checkAll(file, pdf, fields)
    return report(signatures, orphanSignatures(file, pdf, fields), findActiveContent(pdf))
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
 * The oldest is compared with the whole file, because two revisions may each be permitted and together not.
 * Never throws for a damaged file: the result says what is wrong.
 */
export async function verifyIncrement(bytes: Uint8Array, length: number): Promise<IncrementReport> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const fileBefore = file.subarray(0, length)
    const [signedRevision, pdf] = [await loadPdf(fileBefore), await loadPdf(bytes)]
    const [earlier, fields] = [signedFields(signedRevision), signedFields(pdf)]
    const earlierByName = Map.groupBy(earlier, ({ name }) => name)
    const isEarlier = ({ name, value }: SignedField) =>
      earlierByName.get(name)?.some((field) => equalObjects(field.value, value)) ?? false
    const faultsBefore = orphanSignatures(fileBefore, signedRevision, earlier)
    return {
      added: await checkAll(
        file,
        pdf,
        fields.filter((field) => !isEarlier(field)),
      ),
      invalidated: await invalidatedSignatures(file, { old: signedRevision, pdf, length }, earlier),
      faults: orphanSignatures(file, pdf, fields).filter((fault) => !faultsBefore.includes(fault)),
    }
  } catch (error) {
    return {
      added: [],
      invalidated: [],
      faults: [`The revision cannot be verified: ${(error as Error).message}`],
    }
  }
}

/** The earlier signatures that do not permit the changes after the first `length` bytes. */
async function invalidatedSignatures(
  file: Buffer,
  { old, pdf, length }: { old: PDF; pdf: PDF; length: number },
  earlier: SignedField[],
): Promise<IncrementReport['invalidated']> {
  const oldest = earlier.sort((a, b) => a.end - b.end)[0]
  if (!oldest) return []
  const comparison = new Comparison(old, pdf, touchedSince(file, length))
  let changesSinceOldest = forbiddenIn(await laterChanges(file, pdf, oldest))
  // With the referrers more may be permitted, but finding them takes a walk through the whole file.
  if (changesSinceOldest.length > 0)
    changesSinceOldest = forbiddenIn(await laterChanges(file, pdf, oldest, referrersOf(file, pdf, oldest)))
  return earlier.flatMap((field) => {
    const faults = comparison.forbidden(permissionsOf(old, field))
    if (field === oldest) faults.push(...changesSinceOldest)
    return faults.length > 0 ? [{ fieldName: field.name, fault: faults[0]! }] : []
  })
}

/** Verifies the signatures of these fields and the changes after each; the reports are in the order of revisions. */
async function checkAll(file: Buffer, pdf: PDF, fields: SignedField[]): Promise<SignatureReport[]> {
  const hasher = new RangeHasher(file)
  const inOrder = fields.sort((a, b) => a.end - b.end)
  const signatures = inOrder.map((field) => checkSignature(file, pdf, field, hasher))
  const intact = inOrder.flatMap(({ name, end }, index): LaterSignature[] =>
    signatures[index]!.faults.length === 0 ? [{ fieldName: name, end }] : [],
  )
  const referrers = referrersOf(file, pdf, inOrder[0])
  for (const [index, field] of inOrder.entries()) {
    const signature = signatures[index]!
    if (!signature.coversWholeFile) {
      const laterSignatures = intact.filter(({ end }) => end > field.end)
      judgeChanges(signature, await laterChanges(file, pdf, field, referrers), laterSignatures)
    } else signature.changesOk = true
    signature.valid = signature.faults.length === 0
  }
  for (const signature of signatures) signature.level = levelOf(signature, signatures, pdf)
  return signatures
}

/** Enters the changes after a signature into its report. */
function judgeChanges(
  signature: SignatureReport,
  changes: Modification[],
  laterSignatures: LaterSignature[],
): void {
  const forbidden = forbiddenIn(changes)
  signature.changesOk = forbidden.length === 0
  signature.faults.push(...forbidden)
  signature.modifications = changes.map((change) => ({
    ...change,
    signedBy: coveredBy(change, laterSignatures),
  }))
  signature.modificationLevel = highestLevel(changes)
  signature.changedAfterSigning ||= changes.some((change) => !isSignedIncrement(change, laterSignatures))
}

/** Messages of the changes that are not permitted. */
function forbiddenIn(changes: Modification[]): string[] {
  return changes.flatMap(({ permitted, message }) => (permitted ? [] : [message]))
}

/** Referrers of the objects added after the oldest signature; undefined when the revisions cannot be followed. */
function referrersOf(file: Buffer, pdf: PDF, oldest: SignedField | undefined): Map<number, Set<number>> {
  if (!oldest || !(oldest.end < file.length)) return new Map()
  try {
    return referrersTo(pdf, new Set(touchedSince(file, oldest.end).keys()))
  } catch {
    return new Map()
  }
}

/** The baseline level of a signature in its file; later time stamps and validation data raise it. */
function levelOf(
  signature: SignatureReport,
  allSignatures: SignatureReport[],
  pdf: PDF,
): BaselineLevel | null {
  const { subFilter, digestOk, signatureOk } = signature
  // The format of PAdES signatures (EN 319 142-1, 6.3).
  if (subFilter !== 'ETSI.CAdES.detached' || !digestOk || !signatureOk) return null
  const stamps = allSignatures
    .slice(allSignatures.indexOf(signature) + 1)
    .filter(
      (laterSignature) =>
        laterSignature.subFilter === 'ETSI.RFC3161' && laterSignature.digestOk && laterSignature.signatureOk,
    )
  if (!signature.timestampedAt && stamps.length === 0) return 'B'
  if (!hasValidationData(pdf)) return 'T'
  const coversValidationData = ({ modifications }: SignatureReport) =>
    !modifications.some(({ kind }) => kind === 'validation_data')
  return stamps.some(coversValidationData) ? 'LTA' : 'LT'
}

/** Whether the file has a document security store (ISO 32000-2, 12.8.4.3) with content. */
function hasValidationData(pdf: PDF): boolean {
  const resolve = resolver(pdf)
  const store = asDict(pdf.context.catalog.getDict().get('DSS', resolve))
  return ['Certs', 'OCSPs', 'CRLs'].some((entry) => (store?.getArray(entry, resolve)?.length ?? 0) > 0)
}

function report(
  signatures: SignatureReport[],
  faults: string[],
  activeContent: ActiveContent[] = [],
): VerifyReport {
  return {
    activeContent,
    signatures,
    faults,
    valid: signatures.length > 0 && faults.length === 0 && signatures.every(({ valid }) => valid),
    coversWholeFile: signatures.at(-1)?.coversWholeFile ?? false,
  }
}

/** Verifies one signature by itself; `checkAll` adds the changes after it. */
function checkSignature(file: Buffer, pdf: PDF, field: SignedField, hasher: RangeHasher): SignatureReport {
  const { name, value, byteRange } = field
  const subFilter = value.getName('SubFilter')?.value ?? ''
  const contents = value.getString('Contents')?.bytes ?? new Uint8Array()
  const range = checkByteRange(file, byteRange, contents)
  const faults = typeof range === 'string' ? [range] : []
  const cmsVerdict = typeof range === 'string' ? null : verifyCms(contents, subFilter, hasher.bytes(range))
  faults.push(...(cmsVerdict?.faults ?? []))
  const stampedAt =
    cmsVerdict?.faults.length === 0 ? timestampOf(contents, cmsVerdict.certificate!) : undefined
  const certificate = cmsVerdict?.certificate ? new X509Certificate(cmsVerdict.certificate) : null
  const claimedAt = parseDate(textIn(value, 'M'))
  const numberAt = (index: number) => (Number.isSafeInteger(byteRange[index]) ? byteRange[index]! : 0)
  return {
    fieldName: name,
    signerName: certificate ? commonNameOf(certificate.subject) : '',
    issuerName: certificate ? commonNameOf(certificate.issuer) : '',
    serialNumber: certificate?.serialNumber ?? '',
    subFilter,
    byteRange: [numberAt(0), numberAt(1), numberAt(2), numberAt(3)],
    coversWholeFile: typeof range !== 'string' && coversAll(file, range),
    digestOk: cmsVerdict?.digestOk ?? false,
    signatureOk: cmsVerdict?.signatureOk ?? false,
    changesOk: false,
    valid: false,
    faults,
    certification: isCertification(value, pdf),
    modificationLevel: 'none',
    modifications: [],
    changedAfterSigning: !cmsVerdict || cmsVerdict.digestOk === false,
    level: null,
    weakAlgorithm: cmsVerdict?.weakAlgorithm ?? null,
    weakKey: cmsVerdict?.weakKey ?? null,
    trailingBytes: cmsVerdict?.trailingBytes ?? 0,
    unsupported: cmsVerdict?.unsupported ?? null,
    signedAt: (cmsVerdict?.stampedAt ?? claimedAt)?.toISOString(),
    timestampedAt: stampedAt?.toISOString(),
    reason: textIn(value, 'Reason'),
    certificate: cmsVerdict?.certificate ?? new Uint8Array(),
    otherCertificates: cmsVerdict?.otherCertificates ?? [],
  }
}

function textIn(dict: PdfDict, key: string): string | undefined {
  const text = dict.getString(key)
  return text && decodeText(text)
}

/** The modifications after a signature; one forbidden modification when they cannot be determined. */
async function laterChanges(
  file: Buffer,
  current: PDF,
  field: SignedField,
  referrers?: Map<number, Set<number>>,
): Promise<Modification[]> {
  // Also false for NaN: the byte range itself is reported.
  if (!(field.end <= file.length)) return []
  if (current.recoveredViaBruteForce)
    return [undetermined('The revisions after signing are damaged: readers may see other objects in them.')]
  try {
    const touchedObjects = touchedSince(file, field.end)
    const signedRevision = await loadPdf(file.subarray(0, field.end))
    if (signedRevision.recoveredViaBruteForce)
      return [undetermined('The signed bytes are not a complete revision of the document.')]
    if (
      !signedFields(signedRevision).some(
        ({ name, value }) => name === field.name && equalObjects(value, field.value),
      )
    )
      return [undetermined('The signature does not cover its own field.')]
    if (touchedObjects.size === 0 && objectStart.test(file.toString('latin1', field.end)))
      return [undetermined('Objects were added after signing that no cross-reference section lists.')]
    const comparison = new Comparison(signedRevision, current, touchedObjects, referrers)
    return comparison.modifications(permissionsOf(signedRevision, field))
  } catch (error) {
    return [undetermined(`Changes after signing cannot be verified: ${(error as Error).message}`)]
  }
}

/** Start of an object, `12 0 obj`: readers that rebuild a damaged file search for it. */
const objectStart = /\d\s+\d+\s+obj\b/

function undetermined(message: string): Modification {
  return { kind: 'content', level: 'other', permitted: false, message, offset: 0, owners: [] }
}
