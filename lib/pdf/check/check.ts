import type { PDF } from '@libpdf/core'
import { detachBuffer } from '#lib/core/runtime/detach-buffer'
import { listLostStandards, listStandards } from '../conformance.ts'
import { decryptPdf, findDecryptionObstacle } from '../file/decrypt.ts'
import { decryptsToTooMuch, passwordMessage } from '../file/encrypted-streams.ts'
import { incrementalUpdate, withIncrement } from '../file/incremental-update.ts'
import { inflatesTooMuch, inflationMessage } from '../file/inflation.ts'
import { loadPdf } from '../file/load.ts'
import { dict } from '../file/objects.ts'
import { arePagesEqual, type Reading, readWithPdfjs } from '../file/reading.ts'
import { objectsAreStrict } from '../file/strict-objects.ts'
import { sectionsAreInPlace, xrefChain, xrefTablesPointRight } from '../file/xref.ts'
import type { PageGeometry } from '../geometry.ts'
import type { ActiveContent } from './active-content.ts'
import { findActiveContent } from './find-active-content.ts'
import {
  canGrow,
  type Inspection,
  inspect,
  type RawFacts,
  scanRaw,
  withoutRepeatedXRefStm,
} from './inspect.ts'

/** Why the intake refuses a file. */
type RefusalReason =
  | 'not_pdf'
  | 'encrypted'
  | 'xfa'
  | 'portfolio'
  | 'corrupt'
  | 'too_many_pages'
  | 'certified'

/** A file that can be sent and signed. */
export interface AcceptedFile {
  ok: true
  pages: PageGeometry[]
  /** The file has signatures. They stay valid, because revisions are only appended. */
  signed: boolean
  /** Its author has certified it (DocMDP, P=2 or 3): it takes signatures, but no new fields on its pages. */
  certified: boolean
  /** The file was encrypted: `repaired` is a copy without encryption. */
  decrypted: boolean
  /** The rewritten file; null where increments can be appended to the original bytes. */
  repaired: Uint8Array | null
  activeContent: ActiveContent[]
  /** The standards that the file claims, such as PDF/A-2b. */
  standards: string[]
  /** Those of them that a signed file does not keep. */
  lostStandards: string[]
  /** The file has usage rights (UR3, ISO 32000-1, 12.8.2.3), which any new signature invalidates. */
  usageRights: boolean
}

/** A file that cannot be sent. The message is for the person who uploaded it. */
export interface RefusedFile {
  ok: false
  reason: RefusalReason
  message: string
  /** The error that ended the check early, such as a timeout of the thread. */
  cause?: Error
}

/** The result of `checkPdf`. */
export type FileCheck = AcceptedFile | RefusedFile

/** The limits of the intake. */
export interface CheckLimits {
  maxPages: number
}

/** Longest side of a page in points. Only files made to break readers have longer ones. */
const maxPageLength = 100_000
/** Shortest side of a page in points. No field can be placed on a smaller one. */
const minPageLength = 1
/** Largest /UserUnit of Acrobat. Places and sizes in larger units would have too few decimals. */
const maxUserUnit = 75_000

/**
 * The intake: can `bytes` be filled in and signed by incremental updates (ISO 32000-2, 7.5.6), and does every
 * reader see the same document? Two independent readers must agree on pages, boxes and signatures. A damaged file
 * without signatures is rewritten once.
 * Never throws. It sets no time limit: the caller runs it in a thread that has one.
 */
export async function checkPdf(bytes: Uint8Array, limits: CheckLimits): Promise<FileCheck> {
  try {
    return await checkWithLimits(bytes, limits)
  } catch {
    return corrupt('This PDF is damaged and cannot be opened.')
  }
}

async function checkWithLimits(bytes: Uint8Array, limits: CheckLimits): Promise<FileCheck> {
  const raw = scanRaw(bytes)
  if (!raw.header) return refuse('not_pdf', 'This is not a PDF file.')
  if (await inflatesTooMuch(bytes)) return corrupt(inflationMessage)
  if (raw.encrypt && !xrefChain(bytes)) return encrypted()
  if (await decryptsToTooMuch(bytes)) return corrupt(inflationMessage)
  const opened = await openStrictly(raw.repeatedXRefStm ? withoutRepeatedXRefStm(bytes) : bytes)
  if (!opened && raw.encrypt) return encrypted()
  if (opened?.pdf.isEncrypted) return checkDecrypted(bytes, opened, limits)
  if (!opened && raw.signatureTraces) return signedAndDamaged()
  const refusal = opened && findRefusal(opened.inspection, raw, limits)
  if (refusal) return refusal
  const xfa = Boolean(opened?.inspection.xfa)
  const reading = await readWithPdfjs(bytes, { maxPages: limits.maxPages, textPages: xfa ? 1 : 0 })
  if (reading.encrypted) return encrypted()
  if (xfa && isXfaPlaceholder(reading)) return dynamicXfa()
  const isSigned = Boolean(opened?.inspection.signed.length)
  if (reading.signatures > (opened?.inspection.signed.length ?? 0)) return unreadableSignature()
  if (opened && !raw.repeatedXRefStm && (await isSound(bytes, opened, reading))) {
    // Rewriting would break the signatures.
    const repaired = isSigned || objectsAreStrict(bytes) ? null : await repair(bytes, limits)
    return repaired?.ok ? repaired : accept(opened.inspection, bytes, null)
  }
  return isSigned ? signedAndDamaged() : repair(bytes, limits)
}

/** Applies the same checks to a copy without encryption. */
async function checkDecrypted(
  bytes: Uint8Array,
  { pdf, inspection }: OpenedFile,
  limits: CheckLimits,
): Promise<FileCheck> {
  const obstacle = findDecryptionObstacle(pdf, bytes)
  if (obstacle === 'password') return encrypted()
  if (obstacle === 'permissions') return restricted()
  if (obstacle === 'partial') return partlyEncrypted()
  if (inspection.signed.length > 0) return signedAndEncrypted()
  // pdf.js may need a password where @libpdf/core does not.
  const decrypted = await decryptPdf(pdf, bytes, limits.maxPages).catch(() => null)
  if (!decrypted) return encrypted()
  const check = await checkWithLimits(decrypted, limits)
  return check.ok ? { ...check, repaired: check.repaired ?? decrypted, decrypted: true } : check
}

/** Rewrites the file and applies the same checks to the result. */
async function repair(bytes: Uint8Array, limits: CheckLimits): Promise<FileCheck> {
  if (await inflatesTooMuch(bytes, { everyStream: true })) return corrupt(inflationMessage)
  // Loaded on demand: few files need it, and it takes a third of a thread's memory.
  const { repairPdf } = await import('../file/repair.ts')
  const repairedFile = await repairPdf(bytes, limits.maxPages)
  if (!repairedFile) return corrupt('This PDF is damaged and could not be repaired.')
  const refusal = findRefusal(repairedFile.inspection, scanRaw(repairedFile.bytes), limits)
  if (refusal) return refusal
  if (repairedFile.inspection.xfa && isXfaPlaceholder(repairedFile.reading)) return dynamicXfa()
  return accept(repairedFile.inspection, repairedFile.bytes, repairedFile.bytes)
}

interface OpenedFile {
  pdf: PDF
  inspection: Inspection
}

/** Opens and inspects the file with the strict parser; null where that fails. The lenient parser would guess. */
async function openStrictly(bytes: Uint8Array): Promise<OpenedFile | null> {
  try {
    const pdf = await loadPdf(bytes, { lenient: false })
    return { pdf, inspection: inspect(pdf) }
  } catch {
    return null
  }
}

function findRefusal(inspection: Inspection, raw: RawFacts, limits: CheckLimits): RefusedFile | null {
  if (inspection.pages.length > limits.maxPages) {
    return refuse(
      'too_many_pages',
      `This PDF has ${inspection.pages.length} pages; the limit is ${limits.maxPages}.`,
    )
  }
  const isSigned = inspection.signed.length > 0
  if (inspection.xfa && (inspection.needsRendering || inspection.fieldCount === 0)) return dynamicXfa()
  if (inspection.portfolio)
    return refuse(
      'portfolio',
      'This PDF is a portfolio: readers show the files in it, not its pages. Save each of them as a PDF and upload those.',
    )
  if (inspection.certification === 1)
    return refuse('certified', 'This PDF is certified by its author, who permits no change at all.')
  const forbidding = inspection.signed.find((field) => field.forbids)
  if (forbidding) {
    return refuse('certified', `The signature “${forbidding.name}” in this PDF ${forbidding.forbids}.`)
  }
  if (inspection.xfa && isSigned) return refuse('xfa', 'This PDF is an XFA form that is already signed.')
  if (raw.unfilledByteRange) {
    return corrupt('This PDF contains an unfinished signature. Upload a copy without it.')
  }
  if (raw.signatureTraces && !isSigned && !inspection.usageRights) return unreadableSignature()
  const huge = inspection.pages.find((page) => Math.max(page.width, page.height) > maxPageLength)
  if (huge)
    return corrupt(
      `Page ${huge.number} of this PDF is too large: a side is longer than ${maxPageLength} points.`,
    )
  const tiny = inspection.pages.find((page) => Math.min(page.width, page.height) < minPageLength)
  if (tiny)
    return corrupt(
      `Page ${tiny.number} of this PDF is too small: a side is shorter than ${minPageLength} point.`,
    )
  const ofHugeUnit = inspection.pages.find((page) => page.userUnit > maxUserUnit)
  if (ofHugeUnit)
    return corrupt(`Page ${ofHugeUnit.number} of this PDF has a unit larger than ${maxUserUnit} points.`)
  return null
}

/** Both readers see the same pages, and an increment can be written and read back. */
async function isSound(
  bytes: Uint8Array,
  { pdf, inspection }: OpenedFile,
  reading: Reading,
): Promise<boolean> {
  return (
    canGrow(pdf) &&
    xrefChain(bytes) !== null &&
    // Some readers do not skip white space before a section. Signed files cannot be rewritten.
    (inspection.signed.length > 0 || sectionsAreInPlace(bytes)) &&
    inspection.pages.length > 0 &&
    arePagesEqual(inspection.pages, reading.pages) &&
    xrefTablesPointRight(bytes) &&
    (await takesIncrement(bytes, pdf, inspection.pages.length))
  )
}

/** The placeholder page of a dynamic XFA form says so, in English whatever the form's language. */
function isXfaPlaceholder(reading: Reading): boolean {
  return /please wait/i.test(reading.texts[0] ?? '')
}

/** Appends one unused object and checks that the result opens with the same number of pages. */
async function takesIncrement(bytes: Uint8Array, pdf: PDF, pageCount: number): Promise<boolean> {
  pdf.context.register(dict({ Type: '/Trial' }))
  const longerFile = withIncrement(bytes, incrementalUpdate(pdf, bytes))
  const withLongerTable = await loadPdf(longerFile, { lenient: false })
  const isTaken = withLongerTable.getPageCount() === pageCount
  detachBuffer(longerFile)
  return isTaken
}

/** Opens the file again to look for active content, so that the annotations are not kept in memory afterwards. */
async function accept(
  { pages, signed, certification, usageRights }: Inspection,
  bytes: Uint8Array,
  repaired: Uint8Array | null,
): Promise<AcceptedFile> {
  const pdf = await loadPdf(bytes, { lenient: false })
  const activeContent = findActiveContent(pdf)
  const isSigned = signed.length > 0
  return {
    ok: true,
    pages,
    signed: isSigned,
    certified: certification !== null,
    decrypted: false,
    repaired,
    activeContent,
    standards: listStandards(pdf),
    lostStandards: listLostStandards(pdf, isSigned),
    usageRights,
  }
}

function refuse(reason: RefusalReason, message: string): RefusedFile {
  return { ok: false, reason, message }
}

function corrupt(message: string): RefusedFile {
  return refuse('corrupt', message)
}

function encrypted(): RefusedFile {
  return refuse('encrypted', passwordMessage)
}

function restricted(): RefusedFile {
  return refuse(
    'encrypted',
    'This PDF does not permit form fields and signatures to be added. Remove the restrictions and upload it again.',
  )
}

function partlyEncrypted(): RefusedFile {
  return refuse(
    'encrypted',
    'Only a part of this PDF is encrypted, such as its attachments, so that no true copy without encryption can be made. Remove the protection and upload it again.',
  )
}

function signedAndEncrypted(): RefusedFile {
  return refuse(
    'encrypted',
    'This PDF is signed and encrypted: a copy without encryption would break its signatures.',
  )
}

function signedAndDamaged(): RefusedFile {
  return corrupt('This PDF is signed and damaged: repairing it would break its signatures.')
}

function unreadableSignature(): RefusedFile {
  return corrupt('This PDF contains a signature that cannot be read, so nothing can be added to it safely.')
}

function dynamicXfa(): RefusedFile {
  return refuse(
    'xfa',
    'This PDF is an XFA form, which only Adobe Reader can show. Print it to a PDF and upload that.',
  )
}
