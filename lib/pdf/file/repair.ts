import { PDFDocument } from '@cantoo/pdf-lib'
import { PDF, PdfArray, type PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core'
import { asDict, canGrow, findInheritedEntry, type Inspection, inspect, resolver } from '../check/inspect.ts'
import { arePagesEqual, type Reading, readWithPdfjs } from './reading.ts'
import { hasStrayDelimiter } from './stray-delimiters.ts'
import { objectsAreStrict } from './strict-objects.ts'

/** A rewritten file, and what the two readers see in it. */
interface RepairedFile {
  bytes: Uint8Array
  inspection: Inspection
  reading: Reading
}

/** Of this many pages, the text must be the same before and after. */
const comparedPages = 200

/** Inheritable page attributes (ISO 32000-2, table 31). */
const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate']

/**
 * Rewrites a damaged, unsigned file as one revision with a cross-reference table. The result counts only when
 * pdf.js reads the same page count, boxes and text from it as from the original, and increments can be appended. Of
 * two such results the strict one (`objectsAreStrict`) is preferred.
 * @returns null when no result counts
 * @throws the error of pdf.js when it cannot open the original
 */
export async function repairPdf(bytes: Uint8Array, maxPages: number): Promise<RepairedFile | null> {
  const options = { maxPages, textPages: comparedPages }
  const before = await readWithPdfjs(bytes, options)
  let fallback: RepairedFile | null = null
  for (const rewrite of [rewriteWithPdfLib, rewriteWithLibpdf]) {
    try {
      const rewritten = await rewrite(bytes)
      const reading = await readWithPdfjs(rewritten, options)
      const pdf = await PDF.load(rewritten, { lenient: false })
      const inspection = inspect(pdf)
      if (!canGrow(pdf) || !agree(inspection, before, reading)) continue
      fallback ??= { bytes: rewritten, inspection, reading }
      if (objectsAreStrict(rewritten)) return { bytes: rewritten, inspection, reading }
    } catch {
      // Try the next writer.
    }
  }
  return fallback
}

function agree(inspection: Inspection, before: Reading, after: Reading): boolean {
  return (
    inspection.pages.length > 0 &&
    arePagesEqual(inspection.pages, after.pages) &&
    arePagesEqual(before.pages, after.pages) &&
    before.texts.every((text, index) => text === after.texts[index])
  )
}

/** Scans the file for objects, whatever its cross-reference section says. */
async function rewriteWithPdfLib(bytes: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, {
    updateMetadata: false,
    throwOnInvalidObject: false,
    warnOnInvalidObjects: false,
  })
  return document.save({
    rewrite: true,
    useObjectStreams: false,
    updateFieldAppearances: false,
    addDefaultPage: false,
  })
}

/** Follows the cross-reference sections as far as possible, and flattens the page tree. */
async function rewriteWithLibpdf(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes, { lenient: !hasStrayDelimiter(bytes) })
  flattenPageTree(pdf)
  return await pdf.save()
}

/**
 * Makes every page a direct kid of /Pages and copies inherited attributes to it, as strict readers demand. A page that
 * the tree names twice becomes two pages.
 */
function flattenPageTree(pdf: PDF): void {
  const resolve = resolver(pdf)
  const catalog = pdf.context.catalog.getDict()
  const rootRef = catalog.getRef('Pages')
  const root = asDict(catalog.get('Pages', resolve))
  if (!rootRef || !root) return
  const visited = new Set<PdfDict>()
  const leaves: PdfRef[] = []
  const stack: (PdfObject | undefined)[] = [rootRef]
  while (stack.length > 0) {
    const next = stack.pop()
    const node = asDict(next instanceof PdfRef ? resolve(next) : next)
    const kids = node?.getArray('Kids', resolve)
    if (!node || (kids && visited.has(node))) continue
    if (kids) stack.push(...kids.toArray().reverse())
    else if (visited.has(node)) leaves.push(asLeaf(pdf, undefined, node.clone(), rootRef))
    else leaves.push(asLeaf(pdf, next, node, rootRef))
    visited.add(node)
  }
  root.set('Type', PdfName.Pages)
  root.set('Kids', PdfArray.of(...leaves))
  root.set('Count', PdfNumber.of(leaves.length))
}

function asLeaf(pdf: PDF, kid: PdfObject | undefined, page: PdfDict, parent: PdfRef): PdfRef {
  for (const key of inheritable) {
    const value = page.has(key) ? undefined : findInheritedEntry(page, key, resolver(pdf))
    if (value) page.set(key, value)
  }
  page.set('Type', PdfName.Page)
  page.set('Parent', parent)
  return kid instanceof PdfRef ? kid : pdf.context.register(page)
}
