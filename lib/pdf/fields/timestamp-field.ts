import { type PDF, PdfArray, type PdfDict, type PdfRef } from '@libpdf/core'
import { asDict, findInheritedEntry, numbers, resolver } from '../check/inspect.ts'
import { findDrawingRules } from '../conformance.ts'
import { dict, numberArray, textString } from '../file/objects.ts'
import { normalizeRect } from '../geometry.ts'
import { FontBook } from '../text/fonts.ts'
import { makeEmptyAppearance } from './appearance.ts'
import type { AppearanceBox } from './drawing.ts'
import { printAndLockFlags, timestampName, topFields } from './fields.ts'

const label = 'Time stamp'
const noBox: AppearanceBox = { width: 0, height: 0, rotation: 0, userUnit: 1 }

/**
 * Adds the field of a document time stamp, which shows nothing, to the form and the page: the first one has the name
 * that the seal's lock leaves out, later ones that name and a number.
 */
export function makeTimestampField(pdf: PDF, tag: string, pageRef: PdfRef): PdfDict {
  const resolve = resolver(pdf)
  const names = new Set(topFields(pdf).map(({ name }) => name))
  let name = timestampName(tag)
  for (let number = 2; names.has(name); number++) name = `${timestampName(tag)}-${number}`
  const page = asDict(resolve(pageRef))
  const [left, bottom] = placeOutside(pdf, page)
  const widget = dict({
    Type: '/Annot',
    Subtype: '/Widget',
    FT: '/Sig',
    T: textString(name),
    F: printAndLockFlags,
    Rect: numberArray([left, bottom, left, bottom]),
    P: pageRef,
    // PDF/UA-2 demands a description (ISO 14289-2, 8.10.2.3).
    TU: textString(label),
    Contents: textString(label),
  })
  // For validators, an appearance makes more of it than an update for the long term.
  if (findDrawingRules(pdf).emptyAppearances)
    widget.set('AP', dict({ N: pdf.context.register(makeEmptyAppearance(new FontBook(pdf), noBox)) }))
  const ref = pdf.context.register(widget)
  const form = asDict(pdf.context.catalog.getDict().get('AcroForm', resolve))
  form?.getArray('Fields', resolve)?.push(ref)
  page?.set('Annots', new PdfArray([...(page.getArray('Annots', resolve)?.toArray() ?? []), ref]))
  return widget
}

/**
 * The origin, or else a corner of the page left of or below it: a point that is not within the crop box needs no element in
 * the structure (ISO 14289-1, 7.18.1), which cannot get one after signatures.
 */
function placeOutside(pdf: PDF, page: PdfDict | null): [left: number, bottom: number] {
  const resolve = resolver(pdf)
  const boxes = ['MediaBox', 'CropBox'].map(
    (key) => normalizeRect(numbers(findInheritedEntry(page, key, resolve), resolve)) ?? [0, 0],
  )
  const lowest = (side: 0 | 1) => Math.floor(Math.min(0, ...boxes.map((box) => box[side]!)))
  return [lowest(0), lowest(1)]
}
