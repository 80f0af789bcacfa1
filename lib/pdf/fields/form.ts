import { type PDF, PdfArray, PdfDict, PdfNumber, PdfRef, PdfString } from '@libpdf/core'
import { asDict, resolver } from '../check/inspect.ts'
import { decodeText, dict, textString } from '../file/objects.ts'
import type { FontBook } from '../text/fonts.ts'
import { textAppearance } from './appearance.ts'
import { widgetBox } from './fields.ts'

/**
 * Prepares the AcroForm for our fields (ISO 32000-2, 12.7.3). In a document without signatures it removes entries
 * that conflict with them: /XFA, /NeedAppearances, usage rights, and entries of /Fields that are no field. The
 * author's fields stay unchanged, except that values which only /NeedAppearances would have drawn get an
 * appearance.
 */
export function ensureAcroForm(pdf: PDF, fontBook: FontBook, isSigned: boolean): PdfDict {
  const resolve = resolver(pdf)
  const catalog = pdf.context.catalog.getDict()
  let form = asDict(catalog.get('AcroForm', resolve))
  if (!form || (!isSigned && isInformationToo(pdf))) {
    const fields = new PdfArray(form?.getArray('Fields', resolve)?.toArray())
    form = new PdfDict(form ?? undefined)
    form.set('Fields', fields)
    catalog.set('AcroForm', pdf.context.register(form))
  }
  if (!isSigned) {
    form.set('SigFlags', PdfNumber.of(3))
    form.delete('XFA')
    dropMissingFields(form, resolve)
    if (form.getBool('NeedAppearances', resolve)?.value) drawMissing(pdf, fontBook, form)
    form.delete('NeedAppearances')
    catalog.delete('NeedsRendering')
    const perms = asDict(catalog.get('Perms', resolve))
    perms?.delete('UR')
    perms?.delete('UR3')
    const resources = asDict(form.get('DR', resolve)) ?? new PdfDict()
    const fonts = asDict(resources.get('Font', resolve)) ?? new PdfDict()
    if (!fonts.has('Helv')) fonts.set('Helv', pdf.context.register(standardFont('Helvetica')))
    if (!fonts.has('ZaDb')) fonts.set('ZaDb', pdf.context.register(standardFont('ZapfDingbats')))
    // The entry may be null or refer to a missing object.
    if (!asDict(resources.get('Font', resolve))) resources.set('Font', fonts)
    if (!asDict(form.get('DR', resolve))) form.set('DR', resources)
    if (!form.has('DA')) form.set('DA', textString('/Helv 0 Tf 0 g'))
  }
  if (!form.getArray('Fields', resolve)) form.set('Fields', new PdfArray())
  return form
}

/** Old PyPDF2 versions use one object for both, so that filling in the form would change the document information. */
function isInformationToo(pdf: PDF): boolean {
  const form = pdf.context.catalog.getDict().getRef('AcroForm')
  return form !== undefined && form.objectNumber === pdf.context.info.trailer.getRef('Info')?.objectNumber
}

/** Validators that compare revisions reject a form with entries that are no field. */
function dropMissingFields(form: PdfDict, resolve: ReturnType<typeof resolver>): void {
  const fields = form.getArray('Fields', resolve)?.toArray() ?? []
  const present = fields.filter((field) => asDict(field instanceof PdfRef ? resolve(field) : field))
  if (present.length < fields.length) form.set('Fields', new PdfArray(present))
}

function standardFont(name: 'Helvetica' | 'ZapfDingbats'): PdfDict {
  const encoding = name === 'Helvetica' ? '/WinAnsiEncoding' : undefined
  return dict({ Type: '/Font', Subtype: '/Type1', BaseFont: `/${name}`, Encoding: encoding })
}

/** Draws the author's text and choice fields that have a value but no appearance. */
function drawMissing(pdf: PDF, fontBook: FontBook, form: PdfDict): void {
  const resolve = resolver(pdf)
  const visited = new Set<PdfDict>()
  const queue = [{ list: form.getArray('Fields', resolve), type: '', value: '' }]
  for (let next = queue.pop(); next; next = queue.pop()) {
    for (const ref of next.list?.toArray() ?? []) {
      const field = ref instanceof PdfRef ? asDict(resolve(ref)) : null
      if (!field || visited.has(field)) continue
      visited.add(field)
      const fieldValue = field.get('V', resolve)
      const value = fieldValue instanceof PdfString ? decodeText(fieldValue) : next.value
      const type = field.getName('FT', resolve)?.value ?? next.type
      queue.push({ list: field.getArray('Kids', resolve), type, value })
      const isDrawable = (type === 'Tx' || type === 'Ch') && value !== '' && field.has('Rect')
      if (!isDrawable || field.has('AP')) continue
      const appearance = textAppearance(fontBook, widgetBox(pdf, field), value)
      field.set('AP', dict({ N: pdf.context.register(appearance) }))
    }
  }
}
