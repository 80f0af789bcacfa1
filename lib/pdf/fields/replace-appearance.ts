import { type PDF, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { asDict, resolver } from '../check/inspect.ts'
import { dict } from '../file/objects.ts'

/** Entries that belong to the data of a stream (ISO 32000-2, table 5). */
const dataEntries = new Set(['Length', 'Filter', 'DecodeParms', 'F', 'FFilter', 'FDecodeParms', 'DL'])

/**
 * Replaces the normal appearance of a widget. What the appearance before has and the new one does not need, such as
 * fonts, stays in its resources: some validators call their removal a change that the certification forbids.
 */
export function replaceAppearance(pdf: PDF, widget: PdfDict, appearance: PdfStream): void {
  const resolve = resolver(pdf)
  const before = asDict(widget.get('AP', resolve))?.get('N', resolve)
  if (before instanceof PdfStream) keepEntries(pdf, before, appearance)
  widget.set('AP', dict({ N: pdf.context.register(appearance) }))
}

function keepEntries(pdf: PDF, before: PdfStream, appearance: PdfStream): void {
  const resolve = resolver(pdf)
  const resources = asDict(appearance.get('Resources')) ?? new PdfDict()
  for (const [{ value: category }, object] of asDict(before.get('Resources', resolve)) ?? []) {
    const [listBefore, list] = [resolveDict(pdf, object), asDict(resources.get(category))]
    resources.set(category, listBefore && list ? new PdfDict([...listBefore, ...list]) : (list ?? object))
  }
  appearance.set('Resources', resources)
  for (const [key, object] of before)
    if (!dataEntries.has(key.value) && !appearance.has(key.value)) appearance.set(key.value, object)
}

function resolveDict(pdf: PDF, object: PdfObject): PdfDict | null {
  return asDict(object instanceof PdfRef ? pdf.context.resolve(object) : object)
}
