import { deflateSync } from 'node:zlib'
import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { asDict, findInheritedEntry, numbers, resolver } from '../check/inspect.ts'
import { findDrawingRules } from '../conformance.ts'
import { drawFrame } from '../fields/author-style.ts'
import { type Colour, colourSpaceName, Drawing, operands } from '../fields/drawing.ts'
import { widgetBox } from '../fields/field-box.ts'
import { dict } from '../file/objects.ts'
import { appearanceMatrix, normalizeRect, type PageGeometry, type ZoneBox, zoneToRect } from '../geometry.ts'
import { FontBook } from '../text/fonts.ts'
import { contentTokens, readContent } from './content.ts'
import type { FileField } from './file-field.ts'
import { importedFields } from './form-fields.ts'
import type { PageText } from './page-text.ts'
import type { ReadField } from './read-field.ts'
import { readTagTexts } from './readings.ts'
import { contentWithout } from './remove-text.ts'
import { tagBoxes, tagCharacters } from './text-tags.ts'
import type { Widget } from './widgets.ts'

const white: Colour = [1, 1, 1]

/**
 * Makes room for our fields in a file that was not signed: removes the form fields that can be imported, whose
 * backgrounds and borders become part of the page, and the text tags. A tag that cannot be removed from the content
 * without a risk to the rest of the page is covered with white: its text stays, where only a search finds it.
 */
export function replaceFileFields(pdf: PDF, pages: readonly PageGeometry[]): void {
  removeTags(pdf, pages)
  const fields = importedFields(pdf, pages)
  drawFrames(pdf, fields)
  const parts = fields.flatMap(({ widgets, unseen }) => [...widgets, ...unseen])
  removeFields(pdf, new Set(parts.map(({ dict }) => dict)))
}

function removeTags(pdf: PDF, pages: readonly PageGeometry[]): void {
  for (const [page, texts] of Map.groupBy(readTagTexts(pdf, pages).texts, ({ page }) => page)) {
    if (!texts.some((text) => tagBoxes(text).length > 0)) continue
    const content = contentWithoutTags(pdf, page, texts)
    if (content) replaceContent(pdf, page, content)
    else coverTags(pdf, page, texts)
  }
}

/** The content of a page without its text tags; null where they can only be covered. */
export function contentWithoutTags(pdf: PDF, page: PageGeometry, texts: readonly PageText[]): Buffer | null {
  return contentWithout(pdf, page, new Set(texts.flatMap(tagCharacters)))
}

function coverTags(pdf: PDF, page: PageGeometry, texts: readonly PageText[]): void {
  const drawing = new Drawing(new FontBook(pdf))
  for (const box of texts.flatMap(tagBoxes)) {
    const [left, bottom, right, top] = zoneToRect(page, withMargin(box))
    drawing.rectangle(left, bottom, right - left, top - bottom, white, 'fill')
  }
  append(pdf, page, Buffer.from(drawing.content()).toString('latin1'))
}

function replaceContent(pdf: PDF, { number }: PageGeometry, content: Buffer): void {
  const stream = new PdfStream(dict({ Filter: '/FlateDecode' }), deflateSync(content))
  pdf.getPage(number - 1)?.dict.set('Contents', pdf.context.register(stream))
}

/** Draws the frames of texts and lists; our buttons have outlines of their own. */
function drawFrames(pdf: PDF, fields: readonly ReadField[]): void {
  const frames = fields
    .filter(({ field }) => field.type !== 'checkbox' && field.type !== 'radio')
    .flatMap(({ field, widgets }) => widgets.map((widget) => ({ page: widget.page, field, widget })))
  for (const [page, onPage] of Map.groupBy(frames, (frame) => frame.page)) {
    const operators = onPage.map(({ field, widget }) => frameOperators(pdf, field, widget)).join('')
    if (operators) append(pdf, page, operators)
  }
}

function frameOperators(pdf: PDF, { layout, maxLength }: FileField, { dict }: Widget): string {
  const resolve = resolver(pdf)
  const rect = normalizeRect(numbers(dict.get('Rect', resolve), resolve))
  if (!rect) return ''
  const [left, bottom, right, top] = rect
  const { rotation } = widgetBox(pdf, dict)
  const [across, up] = rotation % 180 === 0 ? [right - left, top - bottom] : [top - bottom, right - left]
  const drawing = new Drawing(new FontBook(pdf))
  const cells = layout.comb && maxLength !== null ? maxLength : 1
  drawFrame(drawing, { width: across, height: up, rotation, userUnit: 1 }, pdf, dict, cells)
  const content = Buffer.from(drawing.content()).toString('latin1')
  if (!content) return ''
  const matrix = operands(appearanceMatrix(rotation, across, up))
  const clip = `0 0 ${operands([across, up])} re W n`
  return `q 1 0 0 1 ${operands([left, bottom])} cm ${matrix} cm ${clip}\n${content}\nQ\n`
}

/** Letters may reach a little beyond the box of their font. */
function withMargin({ x, y, width, height }: ZoneBox): ZoneBox {
  const margin = Math.min(width, height) / 10
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin }
}

/** Draws over the content of a page, in its default user space; in a tagged file as an artifact (14.8.2.2). */
function append(pdf: PDF, { number }: PageGeometry, operators: string): void {
  const resolve = resolver(pdf)
  const ref = pdf.context.pages.getPages()[number - 1]
  const page = ref ? asDict(resolve(ref)) : null
  if (!page) return
  addColourSpace(pdf, page)
  const { missing, open } = graphicsStates(pdf, page)
  const contents = page.get('Contents')
  const resolved = contents instanceof PdfRef ? resolve(contents) : contents
  const objectBefore = resolved instanceof PdfArray ? resolved.toArray() : contents ? [contents] : []
  const stream = (text: string) =>
    pdf.context.register(PdfStream.fromDict({}, new Uint8Array(Buffer.from(text, 'latin1'))))
  // The content may end with a changed graphics state: it is saved before, and restored after.
  const saves = stream('q\n'.repeat(1 + missing))
  const restores = 'Q\n'.repeat(1 + open)
  const drawn = findDrawingRules(pdf).tagged ? `/Artifact BMC q ${operators} Q EMC` : `q ${operators} Q`
  page.set('Contents', PdfArray.of(saves, ...objectBefore, stream(`\n${restores}${drawn}`)))
}

/** Adds the colour space of drawings to the resources of a page, which pages may share. */
function addColourSpace(pdf: PDF, page: PdfDict): void {
  const { colourSpace } = findDrawingRules(pdf)
  if (!colourSpace) return
  const resolve = resolver(pdf)
  const resources = asDict(findInheritedEntry(page, 'Resources', resolve))
  const spaces = new PdfDict(asDict(resources?.get('ColorSpace', resolve)) ?? [])
  spaces.set(colourSpaceName, colourSpace)
  const own = new PdfDict(resources ?? [])
  own.set('ColorSpace', spaces)
  page.set('Resources', own)
}

/**
 * How many graphics states the content restores without having saved them, and how many are still saved at its end;
 * none where it cannot be read, as readers do not read it either.
 */
function graphicsStates(pdf: PDF, page: PdfDict): { missing: number; open: number } {
  let [missing, open] = [0, 0]
  try {
    for (const token of contentTokens(readContent(pdf, page))) {
      if (token === 'q') open++
      else if (token === 'Q' && open > 0) open--
      else if (token === 'Q') missing++
    }
  } catch {
    return { missing: 0, open: 0 }
  }
  return { missing, open }
}

/** Removes the widgets from their pages, and the fields that have no widget left from the form. */
function removeFields(pdf: PDF, widgets: ReadonlySet<PdfDict>): void {
  const resolve = resolver(pdf)
  if (widgets.size === 0) return
  const isWidget = (item: PdfObject) => {
    const dict = asDict(item instanceof PdfRef ? resolve(item) : item)
    return dict !== null && widgets.has(dict)
  }
  for (const ref of pdf.context.pages.getPages()) {
    const page = asDict(resolve(ref))
    const annotations = page?.getArray('Annots', resolve)?.toArray() ?? []
    const others = annotations.filter((annotation) => !isWidget(annotation))
    if (others.length < annotations.length) page!.set('Annots', new PdfArray(others))
  }
  const form = asDict(pdf.context.catalog.getDict().get('AcroForm', resolve))
  if (!form) return
  prune(form, 'Fields', widgets, resolve, new Set())
  // The order of calculations may name removed fields (ISO 32000-2, table 224).
  form.delete('CO')
}

/** Removes `widgets` from a list of fields, and the fields of which no kid is left. */
function prune(
  parent: PdfDict,
  key: 'Fields' | 'Kids',
  widgets: ReadonlySet<PdfDict>,
  resolve: (ref: PdfRef) => PdfObject | null,
  visited: Set<PdfDict>,
): void {
  const items = parent.getArray(key, resolve)?.toArray() ?? []
  const remaining = items.filter((item) => {
    const field = asDict(item instanceof PdfRef ? resolve(item) : item)
    if (!field || visited.has(field)) return true
    visited.add(field)
    if (widgets.has(field)) return false
    if ((field.getArray('Kids', resolve)?.length ?? 0) === 0) return true
    prune(field, 'Kids', widgets, resolve, visited)
    return (field.getArray('Kids', resolve)?.length ?? 0) > 0
  })
  if (remaining.length < items.length) parent.set(key, new PdfArray(remaining))
}
