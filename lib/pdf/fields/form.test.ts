import { PDF, PdfDict, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { asDict, resolver } from '../check/inspect.ts'
import { incrementalUpdate, withIncrement } from '../file/incremental-update.ts'
import { buildPdf, type FixtureOptions, stream } from '../fixtures/build.ts'
import { paint, seenFields } from '../fixtures/render.ts'
import { FontBook } from '../text/fonts.ts'
import { parseDefaultAppearance } from './author-style.ts'
import { ensureAcroForm } from './form.ts'

const page = { mediaBox: [0, 0, 300, 300] }

/** The form of a file made ready, in the increment that this gives. */
async function readied(options: FixtureOptions, isSigned = false) {
  const bytes = buildPdf({ pages: [page], ...options })
  const pdf = await PDF.load(bytes)
  const fonts = new FontBook(pdf)
  await ensureAcroForm(pdf, fonts, isSigned)
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

describe('the drawings of the author’s fields', () => {
  const widget = '/Type /Annot /Subtype /Widget /Rect [20 20 120 40]'
  const old = '/AP << /N 30 0 R >>'
  const oldDrawing = '<< /Length 0 /Subtype /Form /BBox [0 0 1 1] >>\nstream\n\nendstream'
  const drawn = async (
    objects: Record<number, string>,
    form = '/NeedAppearances true',
    fields = '20 0 R',
  ) => {
    const { after, pdf } = await readied({
      catalog: `/AcroForm << ${form} /Fields [${fields}] >>`,
      objects: {
        30: oldDrawing,
        1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [20 0 R 21 0 R] >>`,
        ...objects,
      },
    })
    const fieldsSeen = await seenFields(after, 1)
    const field = asDict(pdf.context.resolve(PdfRef.of(20, 0)))!
    return { after, field, texts: fieldsSeen.map(({ text }) => text.join(' ')) }
  }

  test.each<[string, string, string]>([
    ['a text field', '/FT /Tx /V (Value)', 'Value'],
    ['UTF-16', '/FT /Tx /V <feff017d>', 'Ž'],
    ['a text that needs shaping', '/FT /Tx /V <feff0916>', 'ख'],
    ['a turned widget', '/FT /Tx /V (Turned) /MK << /R 90 >>', 'Turned'],
    ['a turn that is none of the four', '/FT /Tx /V (Odd) /MK << /R 45 >>', 'Odd'],
    ['corners in another order', '/FT /Tx /V (Back) /Rect [120 40 20 20]', 'Back'],
    ['a size and a colour', '/FT /Tx /V (Red) /DA (/Helv 9 Tf 1 0 0 rg)', 'Red'],
    [
      'a text that is longer than its field',
      `/FT /Tx /V (${'long '.repeat(30).trim()})`,
      'long '.repeat(30).trim(),
    ],
    ['a password', '/FT /Tx /Ff 8192 /V (secret)', '******'],
    ['frame and background', '/FT /Tx /V (Framed) /MK << /BC [0] /BG [0.9 0.9 1] >>', 'Framed'],
  ])('%s is drawn, over an old appearance too', async (_, entries, text) => {
    const rest = entries.includes('/Rect') ? widget.replace(/\/Rect.*/, '') : widget
    for (const form of ['', '/NeedAppearances true'])
      expect((await drawn({ 20: `<< /T (a) ${entries} ${rest} >>` }, form)).texts).toContain(text)
    expect((await drawn({ 20: `<< /T (a) ${entries} ${old} ${rest} >>` })).texts).toContain(text)
  })

  // pdf.js extracts no text from lists: they look like a text field with the text.
  test.each<[string, string, string]>([
    ['a text of the user’s own', '/Ff 393216 /V (Own) /Opt [(A) (B)]', 'Own'],
    ['an export value', '/Ff 131072 /V (DE) /Opt [[(DE) (Germany)] [(AT) (Austria)]]', 'Germany'],
    ['a list without options', '/V (Own)', 'Own'],
  ])('%s in a list is drawn as its text', async (_, entries, text) => {
    const getInk = async (field: string) =>
      (await paint((await drawn({ 20: `<< /T (a) ${field} ${widget} >>` })).after, 1)).ink({
        ...{ x: 20, y: 250, width: 100, height: 40 },
      })
    expect(await getInk(`/FT /Ch ${entries} ${old}`)).toEqual(await getInk(`/FT /Tx /V (${text})`))
  })

  test('a list box shows its options, the selected one on a ground of its own', async () => {
    const entries = '/FT /Ch /V (C) /Opt [(A) (B) (C) (D)] /DA (/Helv 10 Tf)'
    const { after } = await drawn({ 20: `<< /T (a) ${entries} ${widget} /Rect [20 20 120 72] >>` })
    const painting = await paint(after, 1)
    const darknessOfRow = (row: number) =>
      painting.darkness({ x: 22, y: 228 + 13 * row + 1, width: 96, height: 11 })
    expect([0, 1, 2, 3].map((row) => darknessOfRow(row) > 0.5)).toEqual([false, false, true, false])
  })

  test('a value, its type, its alignment and its length may be those of an ancestor', async () => {
    const parent = '/FT /Tx /T (a) /V (42) /Kids [20 0 R] /Ff 16777216 /MaxLen 10 /Q 2'
    const { after, texts } = await drawn(
      { 20: `<< /Parent 31 0 R ${old} ${widget} >>`, 31: `<< ${parent} >>` },
      '/NeedAppearances true',
      '31 0 R',
    )
    expect(texts.join('').replaceAll(' ', '')).toBe('42')
    const ink = (await paint(after, 1)).ink({ x: 20, y: 255, width: 100, height: 30 })!
    expect(ink.x).toBeGreaterThan(100)
    expect(ink.x + ink.width).toBeGreaterThan(110)
  })

  test('a widget in no list of fields is drawn as readers draw it', async () => {
    const objects = { 20: `<< /FT /Tx /T (a) /V (Loose) ${old} ${widget} >>` }
    expect((await drawn(objects, '/NeedAppearances true', '')).texts).toContain('Loose')
  })

  test('a value that was removed is not seen any more', async () => {
    const objects = {
      20: `<< /FT /Tx /T (a) ${old} ${widget} >>`,
      30: stream('BT /F1 12 Tf 0 0 Td (Old) Tj ET', '/Subtype /Form /BBox [0 0 100 20]'),
    }
    const { field } = await drawn(objects)
    expect(field.getDict('AP')?.getRef('N')).not.toEqual(PdfRef.of(30, 0))
  })

  test.each<[string, string]>([
    ['no value', '/FT /Tx'],
    ['an empty value', '/FT /Tx /V ()'],
    ['a button whose value is text', '/FT /Btn /V (x)'],
    ['a push button', '/FT /Btn /Ff 65536 /V /x'],
    ['a radio button that may not be the selected one', '/FT /Btn /Ff 32768 /V /x'],
    ['a loop of kids', '/FT /Tx /Kids [20 0 R]'],
  ])('%s: nothing', async (_, entries) => {
    const { field } = await drawn({ 20: `<< /T (a) ${entries} ${widget} >>` })
    expect(field.has('AP')).toBe(false)
  })

  test('no place: nothing', async () => {
    const { field } = await drawn({ 20: '<< /FT /Tx /T (a) /V (x) /Subtype /Widget >>' })
    expect(field.has('AP')).toBe(false)
  })

  test.each<[string, string, string]>([
    ['an appearance', '', `/FT /Tx /V (x) ${old}`],
    ['one that is said to be new', '/NeedAppearances false', `/FT /Tx /V (x) ${old}`],
  ])('%s of the author’s stays', async (_, form, entries) => {
    const { field } = await drawn({ 20: `<< /T (a) ${entries} ${widget} >>` }, form)
    expect(field.getDict('AP')?.getRef('N')).toEqual(PdfRef.of(30, 0))
  })

  test('a ticked box without an appearance gets one', async () => {
    const { after, field } = await drawn({ 20: `<< /FT /Btn /T (a) /V /Yes /AS /Yes ${widget} >>` }, '')
    expect(field.getName('AS')?.value).toBe('Yes')
    expect((await paint(after, 1)).darkness({ x: 60, y: 260, width: 20, height: 20 })).toBeGreaterThan(0.05)
  })

  test.each([
    ['Yes', 'Off', 'Yes'],
    ['Off', 'Yes', 'Off'],
    ['Other', 'Yes', 'Off'],
  ])('a box with the value %s and the older state %s is %s', async (value, state, expected) => {
    const entries = `/FT /Btn /V /${value} /AS /${state} /AP << /N << /Yes 30 0 R /Off 30 0 R >> >>`
    const box = { 20: `<< /T (a) ${entries} ${widget} >>` }
    expect((await drawn(box)).field.getName('AS')?.value).toBe(expected)
    expect((await drawn(box, '')).field.getName('AS')?.value).toBe(state)
  })
})

describe('parseDefaultAppearance', () => {
  test.each<[string, number, unknown]>([
    ['/Helv 12 Tf 0 g', 12, [0, 0, 0]],
    ['0.5 g /Helv 0 Tf', 0, [0.5, 0.5, 0.5]],
    ['/F 9.5 Tf 1 0 0 rg', 9.5, [1, 0, 0]],
    ['/F 9 Tf 0 1 1 0 k', 9, [1, 0, 0]],
    ['', 0, null],
    ['Tf rg', 0, null],
    ['/F x Tf a b c rg', 0, null],
    ['/F 9 Tf 1 0 0 rg 0 g', 9, [0, 0, 0]],
    ['0 g 0 0 1 rg/F 9 Tf', 9, [0, 0, 1]],
    ['/F 9. Tf .5 g', 9, [0.5, 0.5, 0.5]],
    ['/F +9 Tf -.5 g', 9, [-0.5, -0.5, -0.5]],
    ['/F 1e3 Tf 0x10 g', 0, null],
    ['/F Infinity Tf NaN g', 0, null],
    ['/F 9 Tf%0 g', 9, null],
    ['/rg 9 Tf /k 8 Tf', 8, null],
    ['Tf 9 /F', 0, null],
    ['0 0 rg 0 g', 0, [0, 0, 0]],
  ])('%j', (text, size, colour) => {
    expect(parseDefaultAppearance(text)).toMatchObject({ size, colour })
  })

  test.each([
    ['/Helv 9 Tf', 'Helv'],
    ['/A 1 Tf /B 2 Tf', 'B'],
    ['/A#20B 9 Tf', 'A B'],
    ['0 g/A 9 Tf', 'A'],
    ['/ 9 Tf', ''],
    ['9 Tf', ''],
    ['A 9 Tf', ''],
    ['', ''],
  ])('%j has the font “%s”', (text, fontName) => {
    expect(parseDefaultAppearance(text).fontName).toBe(fontName)
  })
})

describe('the form of a file that was signed', () => {
  test('stays as it is', async () => {
    const catalog =
      '/Perms << /UR3 20 0 R >> /AcroForm << /Fields [700 0 R 21 0 R] /XFA (x) /NeedAppearances true /SigFlags 1 >>'
    const bytes = buildPdf({ pages: [page], catalog, objects: { 20: '<< >>', 21: '<< /FT /Sig /T (s) >>' } })
    const pdf = await PDF.load(bytes)
    await ensureAcroForm(pdf, new FontBook(pdf), true)
    expect(incrementalUpdate(pdf, bytes)).toHaveLength(0)
  })

  test('is made where there is none', async () => {
    const { form } = await readied({}, true)
    expect(form.getArray('Fields')?.length).toBe(0)
    expect(form.has('DR')).toBe(false)
  })
})
