import { PDF, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { asDict, resolver } from '../check/inspect.ts'
import { incrementalUpdate, withIncrement } from '../file/incremental-update.ts'
import { buildPdf, type FixtureOptions } from '../fixtures/build.ts'
import { seenFields } from '../fixtures/render.ts'
import { FontBook } from '../text/fonts.ts'
import { ensureAcroForm } from './form.ts'

const page = { mediaBox: [0, 0, 300, 300] }

/** The form of a file made ready, in the increment that this gives. */
async function readied(options: FixtureOptions, isSigned = false) {
  const bytes = buildPdf({ pages: [page], ...options })
  const pdf = await PDF.load(bytes)
  const fonts = new FontBook(pdf)
  ensureAcroForm(pdf, fonts, isSigned)
  fonts.embed()
  pdf.fonts.finalize(true)
  const fileAfter = withIncrement(bytes, incrementalUpdate(pdf, bytes))
  const reloadedPdf = await PDF.load(fileAfter, { lenient: false })
  const resolve = resolver(reloadedPdf)
  const catalog = reloadedPdf.context.catalog.getDict()
  const form = asDict(catalog.get('AcroForm', resolve))!
  const entryAt = (...path: string[]) =>
    path.reduce<PdfObject | undefined>(
      (object, key) => (object instanceof PdfDict ? object.get(key, resolve) : undefined),
      form,
    )
  return { after: fileAfter, pdf: reloadedPdf, catalog, form, at: entryAt, resolve }
}

describe('the form that a file without signatures gets', () => {
  test.each<[string, FixtureOptions]>([
    ['there is none', {}],
    ['it is null', { catalog: '/AcroForm null' }],
    ['it is a reference to an object that is not there', { catalog: '/AcroForm 700 0 R' }],
    ['it is no dictionary', { catalog: '/AcroForm [1 2]' }],
    ['it is empty', { catalog: '/AcroForm << >>' }],
    ['it is an object', { catalog: '/AcroForm 20 0 R', objects: { 20: '<< /Fields [] >>' } }],
    ['its fields are no array', { catalog: '/AcroForm << /Fields 7 >>' }],
    ['its resources are null', { catalog: '/AcroForm << /Fields [] /DR null >>' }],
    ['its resources are not there', { catalog: '/AcroForm << /Fields [] /DR 700 0 R >>' }],
    ['its fonts are not there', { catalog: '/AcroForm << /Fields [] /DR << /Font 700 0 R >> >>' }],
    ['its fonts are no dictionary', { catalog: '/AcroForm << /Fields [] /DR << /Font [] >> >>' }],
    [
      'its resources are objects',
      {
        catalog: '/AcroForm << /Fields [] /DR 20 0 R >>',
        objects: { 20: '<< /Font 21 0 R >>', 21: '<< /F1 3 0 R >>' },
      },
    ],
  ])('where %s: fields, flags, and the two fonts that its default appearance names', async (_, options) => {
    const { form, at } = await readied(options)
    expect(form.getArray('Fields')?.length).toBe(0)
    expect(at('SigFlags')).toEqual(PdfNumber.of(3))
    expect(form.getString('DA')?.asString()).toBe('/Helv 0 Tf 0 g')
    for (const [name, base] of [
      ['Helv', 'Helvetica'],
      ['ZaDb', 'ZapfDingbats'],
    ] as const)
      expect((at('DR', 'Font', name) as PdfDict | undefined)?.getName('BaseFont')?.value).toBe(base)
    // A symbolic font has its own encoding (ISO 32000-2, 9.6.5).
    expect((at('DR', 'Font', 'Helv') as PdfDict).getName('Encoding')?.value).toBe('WinAnsiEncoding')
    expect((at('DR', 'Font', 'ZaDb') as PdfDict).has('Encoding')).toBe(false)
  })

  test('keeps what the author says of fields, fonts and appearance', async () => {
    const { form, at } = await readied({
      catalog:
        '/AcroForm << /Fields [20 0 R] /DA (/F1 9 Tf) /Q 2 /DR << /Font << /Helv 3 0 R >> /XObject << >> >> >>',
      objects: { 20: '<< /FT /Tx /T (own) >>' },
    })
    expect(form.getArray('Fields')?.toArray()).toEqual([PdfRef.of(20, 0)])
    expect(form.getString('DA')?.asString()).toBe('/F1 9 Tf')
    expect(form.getNumber('Q')?.value).toBe(2)
    expect((at('DR', 'Font') as PdfDict).getRef('Helv')).toEqual(PdfRef.of(3, 0))
    expect(at('DR', 'XObject')).toBeInstanceOf(PdfDict)
  })

  test('drops XFA, usage rights, and what asks readers to make appearances', async () => {
    const { form, catalog, resolve } = await readied({
      catalog:
        '/NeedsRendering true /Perms << /UR3 20 0 R /UR 20 0 R >> ' +
        '/AcroForm << /Fields [] /XFA [(a) 20 0 R] /NeedAppearances true >>',
      objects: { 20: '<< >>' },
    })
    expect(form.has('XFA')).toBe(false)
    expect(form.has('NeedAppearances')).toBe(false)
    expect(catalog.has('NeedsRendering')).toBe(false)
    expect(catalog.getDict('Perms', resolve)?.has('UR3')).toBe(false)
    expect(catalog.getDict('Perms', resolve)?.has('UR')).toBe(false)
  })

  test('is no longer the object of the document information', async () => {
    const { catalog, form, pdf } = await readied({
      catalog: '/AcroForm 20 0 R',
      trailer: '/Info 20 0 R',
      objects: { 20: '<< /Title (x) /Fields [21 0 R] >>', 21: '<< /FT /Tx /T (own) >>' },
    })
    expect(catalog.getRef('AcroForm')?.objectNumber).not.toBe(20)
    expect(pdf.context.info.trailer.getRef('Info')?.objectNumber).toBe(20)
    expect(form.getArray('Fields')?.toArray()).toEqual([PdfRef.of(21, 0)])
  })
})

describe('values that only /NeedAppearances would draw', () => {
  const form = (fields: string) => `/AcroForm << /NeedAppearances true /Fields [${fields}] >>`
  const widget = '/Type /Annot /Subtype /Widget /Rect [20 20 120 40]'
  const drawnText = async (objects: Record<number, string>, fields = '20 0 R') => {
    const { after, pdf } = await readied({
      catalog: form(fields),
      objects: {
        1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [20 0 R 21 0 R] >>`,
        ...objects,
      },
    })
    const fieldsSeen = await seenFields(after, 1)
    return { pdf, texts: fieldsSeen.map(({ text }) => text.join(' ')) }
  }

  test.each<[string, Record<number, string>, string]>([
    ['a text field', { 20: `<< /FT /Tx /T (a) /V (Value) ${widget} >>` }, 'Value'],
    ['UTF-16', { 20: `<< /FT /Tx /T (a) /V <feff017d> ${widget} >>` }, 'Ž'],
    ['a turned widget', { 20: `<< /FT /Tx /T (a) /V (Turned) /MK << /R 90 >> ${widget} >>` }, 'Turned'],
    [
      'a turn that is none of the four',
      { 20: `<< /FT /Tx /T (a) /V (Odd) /MK << /R 45 >> ${widget} >>` },
      'Odd',
    ],
    [
      'corners in another order',
      { 20: `<< /FT /Tx /T (a) /V (Back) ${widget.replace('20 20 120 40', '120 40 20 20')} >>` },
      'Back',
    ],
  ])('%s is drawn', async (_, objects, text) => {
    expect((await drawnText(objects)).texts).toContain(text)
  })

  test('a choice is drawn', async () => {
    const { pdf } = await drawnText({ 20: `<< /FT /Ch /T (a) /V (Choice) ${widget} >>` })
    expect(
      asDict(pdf.context.resolve(PdfRef.of(20, 0)))
        ?.getDict('AP')
        ?.getRef('N'),
    ).toBeDefined()
  })

  test('a value, or its type, may be its parent’s', async () => {
    const { texts } = await drawnText(
      { 20: `<< /Parent 30 0 R ${widget} >>`, 30: '<< /FT /Tx /T (a) /V (Inherited) /Kids [20 0 R] >>' },
      '30 0 R',
    )
    expect(texts).toContain('Inherited')
  })

  test.each<[string, Record<number, string>]>([
    ['no value', { 20: `<< /FT /Tx /T (a) ${widget} >>` }],
    ['an empty value', { 20: `<< /FT /Tx /T (a) /V () ${widget} >>` }],
    ['no place', { 20: '<< /FT /Tx /T (a) /V (x) /Subtype /Widget >>' }],
    ['a button', { 20: `<< /FT /Btn /T (a) /V (x) ${widget} >>` }],
    ['a loop of kids', { 20: `<< /FT /Tx /T (a) /Kids [20 0 R] ${widget} >>` }],
  ])('%s: nothing', async (_, objects) => {
    const { pdf } = await drawnText(objects)
    expect(asDict(pdf.context.resolve(PdfRef.of(20, 0)))?.has('AP')).toBe(false)
  })

  test('an appearance of the author’s stays', async () => {
    const { pdf } = await drawnText({
      20: `<< /FT /Tx /T (a) /V (x) /AP << /N 30 0 R >> ${widget} >>`,
      30: '<< /Length 0 /Subtype /Form /BBox [0 0 1 1] >>\nstream\n\nendstream',
    })
    const field = asDict(pdf.context.resolve(PdfRef.of(20, 0)))
    expect(field?.getDict('AP')?.getRef('N')).toEqual(PdfRef.of(30, 0))
    expect(pdf.context.resolve(PdfRef.of(30, 0))).toBeInstanceOf(PdfStream)
  })
})

describe('the form of a file that was signed', () => {
  test('stays as it is', async () => {
    const catalog =
      '/Perms << /UR3 20 0 R >> /AcroForm << /Fields [700 0 R 21 0 R] /XFA (x) /NeedAppearances true /SigFlags 1 >>'
    const bytes = buildPdf({ pages: [page], catalog, objects: { 20: '<< >>', 21: '<< /FT /Sig /T (s) >>' } })
    const pdf = await PDF.load(bytes)
    ensureAcroForm(pdf, new FontBook(pdf), true)
    expect(incrementalUpdate(pdf, bytes)).toHaveLength(0)
  })

  test('is made where there is none', async () => {
    const { form } = await readied({}, true)
    expect(form.getArray('Fields')?.length).toBe(0)
    expect(form.has('DR')).toBe(false)
  })
})
