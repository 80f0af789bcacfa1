import type { PDF } from '@libpdf/core'
import { detachBuffer } from '#lib/core/detach-buffer'
import { incrementalUpdate, withIncrement } from '../file/incremental-update.ts'
import { inflatesTooMuch, inflationMessage } from '../file/inflation.ts'
import { loadPdf } from '../file/load.ts'
import { dict } from '../file/objects.ts'
import { type Reading, readWithPdfjs, samePages } from '../file/reading.ts'
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

/** Why a file cannot be taken. */
type RefusalReason = 'not_pdf' | 'encrypted' | 'xfa' | 'corrupt' | 'too_many_pages' | 'certified'

/** A file that can be sent and signed. */
export interface Accepted {
  ok: true
  pages: PageGeometry[]
  /** It holds signatures already; they stay valid because everything is appended. */
  signed: boolean
  /** The whole rewritten file where the bytes as they came could not be continued by increments. */
  repaired: Uint8Array | null
  activeContent: ActiveContent[]
  /** It carries usage rights (UR3, ISO 32000-1, 12.8.2.3), which any signature voids. */
  usageRights: boolean
}

/** A file that cannot, with a sentence for the person who uploaded it. */
export interface Refused {
  ok: false
  reason: RefusalReason
  message: string
  /** Why nobody can say more: the work on it was given up. */
  cause?: Error
}

/** What `checkPdf` answers. */
export type Checked = Accepted | Refused

/** The limits of the intake. */
export interface CheckLimits {
  maxPages: number
}

/** No page of paper is longer than this, in points; files that say so were made to break readers. */
const maxPageLength = 100_000

/**
 * The intake: whether `bytes` is a PDF that can be filled and signed by increments (ISO 32000-2, 7.5.6)
 * and that every reader understands as we do. Two independent readers must agree on pages, boxes and
 * signatures. A damaged file that nobody has signed is rewritten once. Never throws; how long a hostile
 * file may take is for the caller's thread limit to say.
 */
export async function checkPdf(bytes: Uint8Array, limits: CheckLimits): Promise<Checked> {
  try {
    return await decide(bytes, limits)
  } catch {
    return corrupt('This PDF is damaged and cannot be opened.')
  }
}

async function decide(bytes: Uint8Array, limits: CheckLimits): Promise<Checked> {
  const raw = scanRaw(bytes)
  if (!raw.header) return refuse('not_pdf', 'This is not a PDF file.')
  if (await inflatesTooMuch(bytes)) return corrupt(inflationMessage)
  const opened = await openStrictly(raw.repeatedXRefStm ? withoutRepeatedXRefStm(bytes) : bytes)
  if (opened ? opened.pdf.isEncrypted : raw.encrypt) return encrypted()
  if (!opened && raw.signatureTraces) return signedAndDamaged()
  const refusal = opened && refusalOf(opened.found, raw, limits)
  if (refusal) return refusal
  const xfa = Boolean(opened?.found.xfa)
  const seen = await readWithPdfjs(bytes, { maxPages: limits.maxPages, textPages: xfa ? 1 : 0 })
  if (seen.encrypted) return encrypted()
  if (xfa && asksToWait(seen)) return dynamicXfa()
  const signed = Boolean(opened?.found.signed.length)
  if (seen.signatures > (opened?.found.signed.length ?? 0)) return unreadableSignature()
  if (opened && !raw.repeatedXRefStm && (await isSound(bytes, opened, seen))) {
    // What is signed stays as it is.
    const repaired = signed || objectsAreStrict(bytes) ? null : await repair(bytes, limits)
    return repaired?.ok ? repaired : accept(opened.found, bytes, null)
  }
  return signed ? signedAndDamaged() : repair(bytes, limits)
}

/** Rewrites, and asks of the result what is asked of every file. */
async function repair(bytes: Uint8Array, limits: CheckLimits): Promise<Checked> {
  if (await inflatesTooMuch(bytes, { everyText: true })) return corrupt(inflationMessage)
  // Few files need it, and what it is made of is a third of what a thread would hold.
  const { repairPdf } = await import('../file/repair.ts')
  const written = await repairPdf(bytes, limits.maxPages)
  if (!written) return corrupt('This PDF is damaged and could not be repaired.')
  const refusal = refusalOf(written.found, scanRaw(written.bytes), limits)
  if (refusal) return refusal
  if (written.found.xfa && asksToWait(written.seen)) return dynamicXfa()
  return accept(written.found, written.bytes, written.bytes)
}

interface Opened {
  pdf: PDF
  found: Inspection
}

/**
 * Opens and inspects with the strict parser; null where it finds fault. The lenient one would go on, but
 * it is a guess, and some files make it guess for ever.
 */
async function openStrictly(bytes: Uint8Array): Promise<Opened | null> {
  try {
    const pdf = await loadPdf(bytes, { lenient: false })
    return { pdf, found: inspect(pdf) }
  } catch {
    return null
  }
}

function refusalOf(found: Inspection, raw: RawFacts, limits: CheckLimits): Refused | null {
  if (found.pages.length > limits.maxPages) {
    return refuse(
      'too_many_pages',
      `This PDF has ${found.pages.length} pages; at most ${limits.maxPages} are taken.`,
    )
  }
  const signed = found.signed.length > 0
  if (found.xfa && (found.needsRendering || found.fieldCount === 0)) return dynamicXfa()
  if (found.certification !== null) return certified(found.certification)
  const forbidding = found.signed.find((field) => field.forbids)
  if (forbidding) {
    return refuse('certified', `The signature “${forbidding.name}” in this PDF ${forbidding.forbids}.`)
  }
  if (found.xfa && signed) return refuse('xfa', 'This PDF is an XFA form that was signed already.')
  if (raw.unfilledByteRange) {
    return corrupt('This PDF holds a place for a signature that was begun and never finished.')
  }
  if (raw.signatureTraces && !signed && !found.usageRights) return unreadableSignature()
  const huge = found.pages.find((page) => Math.max(page.width, page.height) > maxPageLength)
  if (huge) return corrupt(`Page ${huge.number} of this PDF has an impossible size.`)
  return null
}

/** Both readers see the same pages, and an increment can be written and read back. */
async function isSound(bytes: Uint8Array, { pdf, found }: Opened, seen: Reading): Promise<boolean> {
  return (
    canGrow(pdf) &&
    xrefChain(bytes) !== null &&
    // Not every reader looks behind white space; what is signed stays as it is.
    (found.signed.length > 0 || sectionsAreInPlace(bytes)) &&
    found.pages.length > 0 &&
    samePages(found.pages, seen.pages) &&
    xrefTablesPointRight(bytes) &&
    (await takesIncrement(bytes, pdf, found.pages.length))
  )
}

/** The only page of a form made for Adobe's own reader says this, in English, whatever its language. */
function asksToWait(seen: Reading): boolean {
  return /please wait/i.test(seen.texts[0] ?? '')
}

/** Appends one harmless object and opens the result: the pages must be there. */
async function takesIncrement(bytes: Uint8Array, pdf: PDF, pageCount: number): Promise<boolean> {
  pdf.context.register(dict({ Type: '/Trial' }))
  const longer = withIncrement(bytes, incrementalUpdate(pdf, bytes))
  const again = await loadPdf(longer, { lenient: false })
  const isTaken = again.getPageCount() === pageCount
  detachBuffer(longer)
  return isTaken
}

/** What is behind all annotations is read from the file opened anew, whose objects are not kept any longer than that. */
async function accept(
  { pages, signed, usageRights }: Inspection,
  bytes: Uint8Array,
  repaired: Uint8Array | null,
): Promise<Accepted> {
  const activeContent = findActiveContent(await loadPdf(bytes, { lenient: false }))
  return { ok: true, pages, signed: signed.length > 0, repaired, activeContent, usageRights }
}

function refuse(reason: RefusalReason, message: string): Refused {
  return { ok: false, reason, message }
}

function corrupt(message: string): Refused {
  return refuse('corrupt', message)
}

function encrypted(): Refused {
  return refuse(
    'encrypted',
    'This PDF is protected by a password or by restrictions. Remove the protection and upload it again.',
  )
}

function signedAndDamaged(): Refused {
  return corrupt('This PDF is signed and damaged: repairing it would break its signatures.')
}

function unreadableSignature(): Refused {
  return corrupt(
    'This PDF holds traces of a signature that cannot be read, so nothing can be added to it safely.',
  )
}

function dynamicXfa(): Refused {
  return refuse(
    'xfa',
    'This PDF is an XFA form, which only Adobe’s own reader can show. Print it to a PDF first.',
  )
}

function certified(permission: 1 | 2 | 3): Refused {
  const allowed = {
    1: 'no change at all',
    2: 'only its own form fields to be filled in',
    3: 'only its own form fields to be filled in and comments to be added',
  }[permission]
  return refuse('certified', `This PDF is certified by its author, who permits ${allowed}.`)
}
