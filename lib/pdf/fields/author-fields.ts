import { type PDF, PdfArray, type PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core'
import { asDict, findInheritedEntry, hasNormalAppearance, resolver } from '../check/inspect.ts'
import { findExactEntry, readExactKeys, readExactName } from '../file/exact-names.ts'
import { dict } from '../file/objects.ts'
import { readScripts } from '../import/scripts.ts'
import type { FontBook } from '../text/fonts.ts'
import { loadShaping } from '../text/shaping.ts'
import { alignments } from '../zones.ts'
import { drawText, makeCheckboxAppearance, makeRadioAppearance, type TextStyle } from './appearance.ts'
import { drawFrame, parseDefaultAppearance } from './author-style.ts'
import { type Choice, decodeTextString, readChoices, shownChoice } from './choices.ts'
import { type AppearanceBox, type Colour, Drawing } from './drawing.ts'
import { readUserUnit, widgetBox } from './field-box.ts'
import { excludesOthers, fieldFlags } from './flags.ts'
import { replaceAppearance } from './replace-appearance.ts'
import { formatByScript, showsValue } from './value-format.ts'

/** The rows of a list box in points, where its default appearance names no font size. */
const listTextSize = 12
/** The largest font size: a text is laid out at every size from it down, and a file may name any number. */
const largestSize = 144
/** A file may name any number of cells. */
const mostCells = 2000
const selectedColour: Colour = [0.6, 0.756, 0.855]

/** Reads an entry of a field that its ancestors and, for /DA and /Q, the form may have. */
type Entry = (key: string) => ReturnType<typeof findInheritedEntry>

/** A widget of the author's, with its kind of field: /Btn, /Tx or /Ch. */
interface AuthorWidget {
  widget: PdfDict
  kind: string
  entry: Entry
  /** That of its page. */
  userUnit: number
}

/**
 * Draws the values of the author's fields that readers would draw: those without an appearance and, where
 * /NeedAppearances says that the appearances are older than the values (ISO 32000-2, table 224), all others. A format
 * script of the author's is applied where it is understood; where it is not, an appearance that shows the value is kept.
 */
export async function drawAuthorFields(pdf: PDF, fonts: FontBook, form: PdfDict): Promise<void> {
  const areOld = form.getBool('NeedAppearances', resolver(pdf))?.value === true
  const widgets = authorWidgets(pdf, form)
  const texts = new Map(widgets.map((author) => [author, formatTexts(pdf, author)]))
  await loadShaping([...texts.values()])
  const settled = areOld ? settledFields(pdf, widgets) : null
  for (const author of widgets) {
    if (author.kind === 'Btn') drawButton(pdf, fonts, author, settled)
    else if (areOld ? !isUpToDate(pdf, author) : !hasNormalAppearance(author.widget, resolver(pdf)))
      drawValue(pdf, fonts, author, texts.get(author)!)
  }
}

/** The texts of a value, in the format of the field where it is understood. */
function formatTexts(pdf: PDF, { widget, entry }: AuthorWidget): string[] {
  const scripts = readScripts(pdf, widget)
  return readTexts(pdf, entry).map((text) => formatByScript(scripts, text) ?? text)
}

/** Whether the appearance shows the value in a format of the author's that is not understood. */
function isUpToDate(pdf: PDF, { widget, entry }: AuthorWidget): boolean {
  const scripts = readScripts(pdf, widget)
  const [text, ...others] = readTexts(pdf, entry)
  if (!scripts.F || text === undefined || others.length > 0) return false
  return formatByScript(scripts, text) === null && showsValue(pdf, widget, text)
}

function authorWidgets(pdf: PDF, form: PdfDict): AuthorWidget[] {
  const resolve = resolver(pdf)
  const unitByAnnotation = new Map<PdfDict, number>()
  for (const ref of pdf.context.pages.getPages()) {
    const page = asDict(resolve(ref))
    for (const annotation of page?.getArray('Annots', resolve)?.toArray() ?? []) {
      const annotationDict = asDict(annotation instanceof PdfRef ? resolve(annotation) : annotation)
      if (annotationDict) unitByAnnotation.set(annotationDict, readUserUnit(pdf, page))
    }
  }
  return [...unitByAnnotation].flatMap(([widget, userUnit]) => {
    const author = toAuthorWidget(pdf, form, widget, userUnit)
    const isWidget = widget.has('Rect') && widget.getName('Subtype', resolve)?.value === 'Widget'
    return isWidget && ['Btn', 'Tx', 'Ch'].includes(author.kind) ? [author] : []
  })
}

function toAuthorWidget(pdf: PDF, form: PdfDict | null, widget: PdfDict, userUnit: number): AuthorWidget {
  const resolve = resolver(pdf)
  const entry: Entry = (key) => findInheritedEntry(widget, key, resolve) ?? form?.get(key, resolve)
  const type = entry('FT')
  return { widget, kind: type instanceof PdfName ? type.value : '', entry, userUnit }
}

/**
 * Draws the value of a text or list in the author's widget on a page with this /UserUnit.
 * @param shown the text that stands for the value
 */
export function drawAuthorValue(
  pdf: PDF,
  fonts: FontBook,
  widget: PdfDict,
  userUnit: number,
  shown?: string,
): void {
  const form = asDict(pdf.context.catalog.getDict().get('AcroForm', resolver(pdf)))
  const author = toAuthorWidget(pdf, form, widget, userUnit)
  drawValue(pdf, fonts, author, shown === undefined ? readTexts(pdf, author.entry) : [shown])
}

/** The values as people see them; of a list there may be several. */
function readTexts(pdf: PDF, entry: Entry): string[] {
  const choices = readChoices(entry('Opt'), resolver(pdf))
  return readValues(pdf, entry).map((text) => shownChoice(text, choices))
}

function readValues(pdf: PDF, entry: Entry): string[] {
  const value = entry('V')
  return listItems(pdf, value instanceof PdfArray ? value : new PdfArray(value && [value])).flatMap(
    (item) => decodeTextString(item) || [],
  )
}

/** The options of the values; of several with one export value those that /I names (ISO 32000-2, table 234). */
function selectedRows(pdf: PDF, entry: Entry, options: readonly Choice[]): Set<number> {
  const indices = new Set(listItems(pdf, entry('I')).map(toNumber))
  const [exporting, showing] = (['exported', 'text'] as const).map((key) =>
    Map.groupBy(options.keys(), (row) => options[row]![key]),
  )
  const rows = [...new Set(readValues(pdf, entry))].flatMap((value) => {
    const meant = exporting!.get(value) ?? showing!.get(value) ?? []
    const named = meant.filter((row) => indices.has(row))
    return named.length > 0 ? named : meant
  })
  return new Set(rows)
}

function drawValue(
  pdf: PDF,
  fonts: FontBook,
  { widget, kind, entry, userUnit }: AuthorWidget,
  texts: readonly string[],
): void {
  const resolve = resolver(pdf)
  if (texts.length === 0 && !hasNormalAppearance(widget, resolve)) return
  const box = widgetBox(pdf, widget, userUnit)
  const drawing = new Drawing(fonts)
  const flags = toNumber(entry('Ff'))
  const style = textStyle(entry, kind, flags, box.userUnit)
  drawFrame(drawing, box, pdf, widget, style.cells)
  const options = kind === 'Ch' ? readChoices(entry('Opt'), resolve) : []
  if (!(flags & fieldFlags.combo) && options.length > 0) {
    const rows = { texts: options.map(({ text }) => text), selected: selectedRows(pdf, entry, options) }
    drawList(drawing, box, rows, { style, top: Math.max(0, toNumber(entry('TI'))) })
  } else if (texts.length > 0) {
    const text = texts.join(', ')
    drawText(drawing, box, flags & fieldFlags.password ? text.replace(/./gsu, '*') : text, style)
  }
  replaceAppearance(pdf, widget, drawing.appearance(box))
}

function textStyle(entry: Entry, kind: string, flags: number, userUnit: number): TextStyle {
  const { size, colour } = parseDefaultAppearance(decodeTextString(entry('DA')) ?? '')
  const isMultiline = kind === 'Tx' && (flags & fieldFlags.multiline) !== 0
  const hasCells = kind === 'Tx' && !isMultiline && (flags & fieldFlags.comb) !== 0
  const align = alignments[toNumber(entry('Q'))]
  return {
    multiline: isMultiline,
    ...(align !== undefined && align !== 'left' && { align }),
    ...(hasCells && { cells: Math.min(toNumber(entry('MaxLen')), mostCells) }),
    ...(size > 0 && { largest: Math.min(size * userUnit, largestSize) }),
    ...(colour && { colour }),
  }
}

/**
 * The options of a list box from its top row, one below the other, the selected ones on a ground of their own; the selected
 * ones only, if need be smaller, where these would not all be among them.
 */
function drawList(
  drawing: Drawing,
  box: AppearanceBox,
  { texts, selected }: { texts: readonly string[]; selected: ReadonlySet<number> },
  { style, top }: { style: TextStyle; top: number },
): void {
  const usual = (style.largest ?? listTextSize) * 1.3
  const count = Math.max(1, Math.floor(box.height / usual))
  const chosen = [...selected].toSorted((a, b) => a - b)
  const rowsFrom = (first: number) => [...texts.keys()].slice(first, first + count)
  const windows = [rowsFrom(top), rowsFrom(chosen[0] ?? top)]
  const shown = windows.find((rows) => chosen.every((index) => rows.includes(index))) ?? chosen
  const row = Math.min(usual, box.height / Math.max(1, shown.length))
  for (const [place, index] of shown.entries()) {
    const bottom = box.height - (place + 1) * row
    if (selected.has(index)) drawing.rectangle(0, bottom, box.width, row, selectedColour, 'fill')
    drawing.at(0, bottom, () => drawText(drawing, { ...box, height: row }, texts[index]!, style))
  }
}

/** The fields of radio buttons that exclude each other, one of which is selected already. */
function settledFields(pdf: PDF, widgets: readonly AuthorWidget[]): Set<PdfDict> {
  const resolve = resolver(pdf)
  const fields = widgets.flatMap(({ widget, kind, entry }) => {
    if (kind !== 'Btn' || !excludesOthers(entry('Ff'))) return []
    const isSelected = readExactName(pdf, widget, 'AS') === findExactEntry(pdf, widget, 'V')
    return (isSelected && asDict(widget.get('Parent', resolve))) || []
  })
  return new Set(fields)
}

/**
 * Gives a button without an appearance one, and the state of its value where that is newer than the drawing.
 * @param settled see `settledFields`; null where the drawings are not older than the values
 */
function drawButton(
  pdf: PDF,
  fonts: FontBook,
  { widget, entry, userUnit }: AuthorWidget,
  settled: ReadonlySet<PdfDict> | null,
): void {
  const resolve = resolver(pdf)
  const off = PdfName.of('Off')
  const flags = toNumber(entry('Ff'))
  if (flags & fieldFlags.pushButton) return
  const value = findExactEntry(pdf, widget, 'V')
  const selected = value instanceof PdfName ? value : undefined
  const state = readExactName(pdf, widget, 'AS')
  if (!hasNormalAppearance(widget, resolve)) {
    // The name of the state is nowhere but in the value: a radio button of several cannot be told from it.
    const isRadio = (flags & fieldFlags.radio) !== 0
    const shown = isRadio ? state : settled ? (selected ?? state) : (state ?? selected)
    if (!shown || shown === off) return
    drawStates(pdf, fonts, widget, userUnit, shown, isRadio ? makeRadioAppearance : makeCheckboxAppearance)
    widget.set('AS', shown)
  } else if (settled && selected) {
    const states = readExactKeys(pdf, widget, ['AP', 'N'])
    const field = asDict(widget.get('Parent', resolve))
    const isExcluded = state !== selected && field !== null && settled.has(field)
    const newState = states.includes(selected) && !isExcluded ? selected : off
    if (newState !== state) widget.set('AS', newState)
  }
}

/** Gives the author's check box, on a page with this /UserUnit, an appearance for each state. */
export function drawAuthorCheckbox(
  pdf: PDF,
  fonts: FontBook,
  widget: PdfDict,
  userUnit: number,
  ticked: PdfName,
): void {
  drawStates(pdf, fonts, widget, userUnit, ticked, makeCheckboxAppearance)
}

function drawStates(
  pdf: PDF,
  fonts: FontBook,
  widget: PdfDict,
  userUnit: number,
  selected: PdfName,
  draw: typeof makeCheckboxAppearance,
): void {
  const box = widgetBox(pdf, widget, userUnit)
  const [drawnOn, drawnOff] = [true, false].map((isOn) => pdf.context.register(draw(fonts, box, isOn)))
  widget.set('AP', dict({ N: dict({ [selected.value]: drawnOn, Off: drawnOff }) }))
}

function listItems(pdf: PDF, list: ReturnType<Entry>): (PdfObject | undefined)[] {
  if (!(list instanceof PdfArray)) return []
  return list.toArray().map((_, index) => list.at(index, resolver(pdf)) ?? undefined)
}

function toNumber(object: ReturnType<Entry>): number {
  return object instanceof PdfNumber ? object.value : 0
}
