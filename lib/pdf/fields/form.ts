import { type PDF, PdfArray, PdfDict, PdfNumber, PdfRef } from '@libpdf/core'
import { asDict, resolver } from '../check/inspect.ts'
import { dict, textString } from '../file/objects.ts'
import type { FontBook } from '../text/fonts.ts'
import { drawAuthorFields } from './author-fields.ts'

/**
 * Prepares the AcroForm for our fields (ISO 32000-2, 12.7.3). In a document without signatures it removes entries
 * that conflict with them: /XFA, /NeedAppearances, usage rights, and entries of /Fields that are no field. The
 * author's fields stay unchanged, except for the drawings that readers would make.
 */
export async function ensureAcroForm(pdf: PDF, fontBook: FontBook, isSigned: boolean): Promise<PdfDict> {
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
    await drawAuthorFields(pdf, fontBook, form)
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
