import type { Canvas } from '@napi-rs/canvas'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { viewBytes } from '#lib/core/runtime/bytes'
import { loadPdf } from '#lib/pdf/file/load'
import { withPdfjs } from '#lib/pdf/file/reading'
import { MAX_IMAGE_PIXELS, renderPage, WEBP_QUALITY } from '#lib/pdf/thumbnail'
import { listSignedFields } from '../changes/signature-fields.ts'
import { Timeline, toRevision } from '../changes/timeline.ts'
import { type Area, findChangedAreas } from './areas.ts'
import { findTouchedPages, type PagePair } from './touched-pages.ts'

/** A page that differs between two revisions. */
export interface PageDifference {
  /** Its number in the later revision, or in the earlier one where it was removed. */
  page: number
  /** WebP; null for an added page. */
  before: Uint8Array | null
  /** WebP; null for a removed page. */
  after: Uint8Array | null
  /** Of the later picture, or of the earlier one, in pixels. */
  width: number
  height: number
  areas: Area[]
}

/** What the eye sees of the changes from the revision of one signature to that of the next, or to the end. */
interface RevisionDifference {
  /** Signature fields of the earlier revision, and of the later one; null for changes after the last signature. */
  from: string
  to: string | null
  pages: PageDifference[]
}

export interface Differences {
  /** In the order of revisions; those that nobody sees are left out. */
  revisions: RevisionDifference[]
  /** How many pages that may have changed were not drawn. */
  omitted: number
}

/** Pages that are drawn for one file at most. */
const MAX_PAGES = 30
const maxSize = { width: 560, height: 1400 }

/** Two revisions that follow one another, and the pages that may differ. */
interface RevisionPair {
  from: string
  to: string | null
  ends: [before: number, after: number]
  /** Null where the revisions cannot be followed: any page may have changed. */
  pages: PagePair[] | null
}

/**
 * Draws the pages that each revision after a signature changed, before and after it: the newest revisions first, as far
 * as the time suffices.
 * @param isLate whether the time is over
 * @throws Error for a file that cannot be read
 */
export async function drawDifferences(bytes: Uint8Array, isLate: () => boolean): Promise<Differences> {
  const pairs = await findPairs(bytes)
  const revisions: RevisionDifference[] = []
  let [left, omitted] = [MAX_PAGES, 0]
  for (const { from, to, ends, pages } of pairs.toReversed()) {
    if (pages?.length === 0) continue
    const result = await drawPair(bytes, ends, pages, isLate() ? 0 : left, isLate)
    left -= result.tried
    omitted += result.omitted
    if (result.pages.length > 0) revisions.unshift({ from, to, pages: result.pages })
  }
  return { revisions, omitted }
}

async function findPairs(bytes: Uint8Array): Promise<RevisionPair[]> {
  const file = viewBytes(bytes)
  const fields = listSignedFields(toRevision(await loadPdf(bytes)))
    .filter(({ end }) => end <= file.length)
    .sort((a, b) => a.end - b.end)
  const [first] = fields
  if (!first) return []
  const timeline = await Timeline.open(file, first.end).catch(() => null)
  const pairs: RevisionPair[] = []
  for (const [index, { name, end }] of fields.entries()) {
    const next = fields[index + 1]
    const nextEnd = next?.end ?? file.length
    if (nextEnd === end) continue
    const pages = timeline && findPages(timeline, nextEnd)
    pairs.push({ from: name, to: next?.name ?? null, ends: [end, nextEnd], pages })
  }
  return pairs
}

function findPages(timeline: Timeline, end: number): PagePair[] | null {
  try {
    return timeline.reaches(end) ? findTouchedPages(timeline.advance(end)) : null
  } catch {
    return null
  }
}

/** All pages of two revisions, page by page. */
function pairAll(before: PDFDocumentProxy, after: PDFDocumentProxy): PagePair[] {
  const length = Math.max(before.numPages, after.numPages)
  return Array.from({ length }, (_, index) => ({
    before: index < before.numPages ? index + 1 : null,
    after: index < after.numPages ? index + 1 : null,
  }))
}

/** @param max pages that may be drawn; `omitted` counts those that are not */
async function drawPair(
  bytes: Uint8Array,
  [endBefore, endAfter]: RevisionPair['ends'],
  known: PagePair[] | null,
  max: number,
  isLate: () => boolean,
): Promise<{ pages: PageDifference[]; tried: number; omitted: number }> {
  // Without time for any page the files need not be opened, where the number of pages is known.
  if (max === 0 && known) return { pages: [], tried: 0, omitted: known.length }
  const options = { maxImageSize: MAX_IMAGE_PIXELS }
  const found: PageDifference[] = []
  let [tried, omitted] = [0, 0]
  await withPdfjs(bytes.slice(0, endBefore), options, (before) =>
    withPdfjs(bytes.slice(0, endAfter), options, async (after) => {
      for (const pair of known ?? pairAll(before, after)) {
        if (tried >= max || isLate()) {
          omitted++
          continue
        }
        tried++
        found.push(...(await drawPage(before, after, pair)))
      }
    }),
  )
  return { pages: found, tried, omitted }
}

/** The page before and after; empty where both look the same, or there is no such page. */
async function drawPage(
  before: PDFDocumentProxy,
  after: PDFDocumentProxy,
  pair: PagePair,
): Promise<PageDifference[]> {
  const [earlier, later] = [await draw(before, pair.before), await draw(after, pair.after)]
  const shown = later ?? earlier
  if (!shown) return []
  const areas = earlier && later ? findChangedAreas(readPixels(earlier), readPixels(later)) : [whole]
  if (areas.length === 0) return []
  return [
    {
      page: (pair.after ?? pair.before)!,
      before: earlier && encode(earlier),
      after: later && encode(later),
      width: shown.width,
      height: shown.height,
      areas,
    },
  ]
}

const whole: Area = { x: 0, y: 0, width: 1, height: 1 }

async function draw(document: PDFDocumentProxy, number: number | null): Promise<Canvas | null> {
  if (number === null || number > document.numPages) return null
  return renderPage(await document.getPage(number), maxSize)
}

function readPixels(canvas: Canvas) {
  const { width, height } = canvas
  return { width, height, data: canvas.getContext('2d').getImageData(0, 0, width, height).data }
}

function encode(canvas: Canvas): Uint8Array {
  return new Uint8Array(canvas.toBuffer('image/webp', WEBP_QUALITY))
}
