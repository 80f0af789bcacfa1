import type { PDF, PdfDict } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#lib/testing/values/problems'
import { inspect } from '../check/inspect.ts'
import { incrementalUpdate, withIncrement } from '../file/incremental-update.ts'
import { loadPdf } from '../file/load.ts'
import { readWithPdfjs } from '../file/reading.ts'
import { buildPdf, type FixtureOptions, stream } from '../fixtures/build.ts'
import { paint, seenFields } from '../fixtures/render.ts'
import type { ZoneBox } from '../geometry.ts'
import { readContent } from './content.ts'
import { fieldsInFile } from './fields-in-file.ts'
import { replaceFileFields } from './replace.ts'

const mediaBox = [0, 0, 400, 300]

/** The file after one increment without its form fields and text tags. */
async function replaced(
  options: FixtureOptions,
): Promise<{ before: Uint8Array; after: Uint8Array; pdf: PDF }> {
  const fileBefore = buildPdf(options)
  const pdf = await loadPdf(fileBefore)
  replaceFileFields(pdf, inspect(pdf).pages)
  const fileAfter = withIncrement(fileBefore, incrementalUpdate(pdf, fileBefore))
  return { before: fileBefore, after: fileAfter, pdf: await loadPdf(fileAfter, { lenient: false }) }
}

const widget = (entries: string, rect = '10 100 110 120') =>
  `<< /Type /Annot /Subtype /Widget /Rect [${rect}] ${entries} >>`
const pageWith = (annotations: string, entries = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 1002 0 R /Annots ${annotations}
   /Resources << /Font << /F1 3 0 R >> >> ${entries} >>`

function getForm(pdf: PDF): PdfDict {
  return pdf.context.catalog.getDict().getDict('AcroForm', (ref) => pdf.context.resolve(ref))!
}

const getSize = (pdf: PDF, dict: PdfDict, key: string) =>
  dict.getArray(key, (ref) => pdf.context.resolve(ref))?.length ?? 0

describe('form fields', () => {
  test('that can be imported are removed, others stay', async () => {
    const { after, pdf } = await replaced({
      catalog: '/AcroForm << /Fields [20 0 R 21 0 R] /CO [20 0 R] >>',
      objects: {
        1001: pageWith('[20 0 R 21 0 R 22 0 R]'),
        20: widget('/FT /Tx /T (rent)'),
        21: widget('/FT /Btn /Ff 65536 /T (send)', '10 200 60 220'),
        22: '<< /Type /Annot /Subtype /Text /Rect [300 200 320 220] /Contents (note) >>',
      },
    })
    expect((await seenFields(after, 1)).map(({ name }) => name)).toEqual(['send'])
    expect(getSize(pdf, getForm(pdf), 'Fields')).toBe(1)
    expect(getForm(pdf).has('CO')).toBe(false)
    const page = pdf.getPage(0)!.dict
    expect(getSize(pdf, page, 'Annots')).toBe(2)
  })

  const printed = '/F 36'
  const hidden = '/F 2'
  test.each([
    ['printed only', '/Parent 31 0 R', printed],
    ['hidden', '/Parent 31 0 R', hidden],
    ['hidden, of a dictionary of its own', '/FT /Tx /T (name) /V (Old)', hidden],
    ['on a hidden layer', '/Parent 31 0 R', '/OC 33 0 R'],
    ['beside the page', '/Parent 31 0 R /Rect [900 900 990 920]', ''],
  ])('go with their widgets that people do not see: %s', async (_, entries, flags) => {
    const isApart = entries.includes('/T ')
    const options: FixtureOptions = {
      catalog: `/AcroForm << /Fields [31 0 R ${isApart ? '21 0 R' : ''} 34 0 R] >>
        /OCProperties << /OCGs [33 0 R] /D << /OFF [33 0 R] >> >>`,
      objects: {
        1001: pageWith('[20 0 R 21 0 R 34 0 R]'),
        20: widget('/Parent 31 0 R'),
        21: widget(`${entries} ${flags} /AP << /N 32 0 R >>`, '10 200 110 220'),
        31: `<< /T (name) /FT /Tx /V (Old) /Kids [20 0 R ${isApart ? '' : '21 0 R'}] >>`,
        32: stream('BT /F1 12 Tf (Old) Tj ET', '/Type /XObject /Subtype /Form /BBox [0 0 100 20]'),
        33: '<< /Type /OCG /Name (Print) >>',
        34: widget(`/FT /Tx /T (other) ${hidden}`, '10 250 110 270'),
      },
    }
    const { before, after, pdf } = await replaced(options)
    expect((await seenFields(after, 1)).map(({ name }) => name)).toEqual(['other'])
    expect(getSize(pdf, getForm(pdf), 'Fields')).toBe(1)
    const { fields, problems } = inEnglish(await fieldsInFile(before))
    expect(fields).toMatchObject([{ name: 'name', value: 'Old' }])
    expect(problems.map(({ text, message }) => `${text}: ${message}`).sort()).toEqual([
      'name: A place of the field that is not seen on the screen is not imported.',
      'other: A hidden field is not imported.',
    ])
  })

  test('with several widgets go, and groups of which nothing is left', async () => {
    const { after, pdf } = await replaced({
      catalog: '/AcroForm << /Fields [30 0 R] >>',
      objects: {
        1001: pageWith('[20 0 R 21 0 R]'),
        20: widget('/Parent 31 0 R'),
        21: widget('/Parent 31 0 R', '10 200 110 220'),
        30: '<< /T (group) /Kids [31 0 R] >>',
        31: '<< /T (name) /FT /Tx /Parent 30 0 R /Kids [20 0 R 21 0 R] >>',
      },
    })
    expect(await seenFields(after, 1)).toEqual([])
    expect(getSize(pdf, getForm(pdf), 'Fields')).toBe(0)
  })

  test('of a radio field go with all its buttons', async () => {
    const button = (state: string, rect: string) =>
      widget(`/Parent 30 0 R /AP << /N << /${state} 1002 0 R /Off 1002 0 R >> >>`, rect)
    const { after, pdf } = await replaced({
      catalog: '/AcroForm << /Fields [30 0 R] >>',
      objects: {
        1001: pageWith('[20 0 R 21 0 R]'),
        20: button('Yes', '10 100 22 112'),
        21: button('No', '40 100 52 112'),
        30: '<< /T (pets) /FT /Btn /Ff 32768 /Kids [20 0 R 21 0 R] >>',
      },
    })
    expect(await seenFields(after, 1)).toEqual([])
    expect(getSize(pdf, getForm(pdf), 'Fields')).toBe(0)
  })

  test('keep their group where another field of it stays', async () => {
    const { after, pdf } = await replaced({
      catalog: '/AcroForm << /Fields [30 0 R] >>',
      objects: {
        1001: pageWith('[20 0 R 21 0 R]'),
        20: widget('/T (name) /FT /Tx /Parent 30 0 R'),
        21: widget('/T (send) /FT /Btn /Ff 65536 /Parent 30 0 R', '10 200 110 220'),
        30: '<< /T (group) /Kids [20 0 R 21 0 R] >>',
      },
    })
    expect((await seenFields(after, 1)).map(({ name }) => name)).toEqual(['group.send'])
    expect(getSize(pdf, getForm(pdf), 'Fields')).toBe(1)
  })

  test('in a circle, or a list of other things, do not stop it', async () => {
    const { pdf } = await replaced({
      catalog: '/AcroForm << /Fields [7 null (x) 20 0 R 30 0 R] >>',
      objects: {
        1001: pageWith('[20 0 R null 7]'),
        20: widget('/FT /Tx /T (name)'),
        30: '<< /T (a) /Kids [31 0 R] >>',
        31: '<< /T (b) /Kids [30 0 R] >>',
      },
    })
    expect(getSize(pdf, getForm(pdf), 'Fields')).toBe(4)
  })
})

describe('the frame of a field', () => {
  const frame = '/MK << /BC [1 0 0] /BG [0.8 1 0.8] >>'
  const field = { x: 10, y: 180, width: 100, height: 20 }
  const framed = async (entries: string, page = '') => {
    const { after } = await replaced({
      catalog: '/AcroForm << /Fields [20 0 R] >>',
      objects: { 1001: pageWith('[20 0 R]', page), 1002: stream(''), 20: widget(`/T (a) ${entries}`) },
    })
    expect(await seenFields(after, 1)).toEqual([])
    return (await paint(after, 1)).ink()
  }
  const near = (box: ZoneBox) =>
    Object.fromEntries(Object.entries(box).map(([key, value]) => [key, expect.closeTo(value, 0)]))

  test.each([
    ['a text', `/FT /Tx ${frame}`, field],
    ['a list', `/FT /Ch /Ff 131072 /Opt [(x)] ${frame}`, field],
    [
      'a line below a text',
      '/FT /Tx /BS << /S /U /W 2 >> /MK << /BC [0] >>',
      { ...field, y: 198, height: 2 },
    ],
    [
      'a line beside a text that is turned',
      '/FT /Tx /BS << /S /U /W 2 >> /MK << /R 90 /BC [0] >>',
      { ...field, x: 108, width: 2 },
    ],
  ])('stays on the page: %s', async (_, entries, expected) => {
    expect(await framed(entries)).toEqual(near(expected))
  })

  test('stays where the numbers of its rectangle are so small that JavaScript prints them with an exponent', async () => {
    const rectangle = '0.00000001 100 100.00000001 120'
    const { pdf } = await replaced({
      catalog: '/AcroForm << /Fields [20 0 R] >>',
      objects: { 1001: pageWith('[20 0 R]'), 20: widget(`/T (a) /FT /Tx ${frame}`, rectangle) },
    })
    const content = readContent(pdf, pdf.getPage(0)!.dict)
    expect(content.toString('latin1')).toContain('q 1 0 0 1 0 100 cm 1 0 0 1 0 0 cm 0 0 100 20 re W n')
  })

  test.each([
    [
      'an artifact in a file that claims PDF/UA',
      'pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1"',
      true,
    ],
    ['not marked in any other file', 'pdfx="http://example.com" pdfx:a="b"', false],
  ])('is %s', async (_, claim, isArtifact) => {
    const packet = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:${claim}/></rdf:RDF>`
    const { after, pdf } = await replaced({
      catalog: '/AcroForm << /Fields [20 0 R] >> /Metadata 40 0 R',
      objects: {
        1001: pageWith('[20 0 R]'),
        20: widget(`/T (a) /FT /Tx ${frame}`),
        40: stream(packet, '/Type /Metadata /Subtype /XML'),
      },
    })
    const content = readContent(pdf, pdf.getPage(0)!.dict).toString('latin1')
    expect(/\nQ\n\/Artifact BMC q .* re S Q\nQ\n Q EMC $/s.test(content)).toBe(isArtifact)
    expect((await paint(after, 1)).ink()).not.toBeNull()
  })

  test('stays on a page that is turned, and larger', async () => {
    const turned = await framed(`/FT /Tx ${frame}`, '/Rotate 90')
    expect(turned).toEqual(near({ x: 100, y: 10, width: 20, height: 100 }))
  })

  test.each(['/Filter /Unknown', '/Filter [/FlateDecode /Unknown]', '/Filter 7'])(
    'stays on a page whose content cannot be read: %s',
    async (filter) => {
      const { pdf } = await replaced({
        catalog: '/AcroForm << /Fields [20 0 R] >>',
        objects: {
          1001: pageWith('[20 0 R]'),
          1002: stream('q 1 0 0 1 0 0 cm', filter),
          20: widget('/FT /Tx /T (a) /MK << /BC [1 0 0] >>'),
        },
      })
      expect(getSize(pdf, getForm(pdf), 'Fields')).toBe(0)
      expect(getSize(pdf, pdf.getPage(0)!.dict, 'Contents')).toBe(3)
    },
  )

  test('has a line between the cells of a text', async () => {
    const { after } = await replaced({
      catalog: '/AcroForm << /Fields [20 0 R] >>',
      objects: {
        1001: pageWith('[20 0 R]'),
        1002: stream(''),
        20: widget(`/T (a) /FT /Tx /Ff 16777216 /MaxLen 4 /MK << /BC [0] >>`),
      },
    })
    const painting = await paint(after, 1)
    expect(painting.ink({ x: 30, y: 185, width: 10, height: 10 })).toMatchObject({
      x: expect.closeTo(34.5, 0),
    })
    expect(painting.ink({ x: 37, y: 185, width: 20, height: 10 })).toBeNull()
  })

  test('is not drawn for buttons, which get outlines of ours, nor where there is none', async () => {
    expect(await framed(`/FT /Btn /AP << /N << /Yes null >> >> ${frame}`)).toBeNull()
    expect(await framed('/FT /Tx /MK << /BC [] >>')).toBeNull()
    expect(await framed('/FT /Tx /MK << /BC [0] >> /BS << /W 0 >>')).toBeNull()
  })
})

test('a file without form fields and tags stays as it is', async () => {
  const { before, after } = await replaced({ pages: [{ mediaBox, text: 'Nothing {to} do' }] })
  expect((await paint(after, 1)).ink()).toEqual((await paint(before, 1)).ink())
  expect(after.length - before.length).toBeLessThan(300)
})

/** Where a page shows something. */
async function getInk(bytes: Uint8Array, area?: ZoneBox): Promise<ZoneBox | null> {
  return (await paint(bytes, 1)).ink(area)
}

describe('text tags', () => {
  test('are covered, the text beside them is not', async () => {
    const page = { mediaBox, text: 'Dear {{Name;role=Client}} you' }
    const { before, after } = await replaced({ pages: [page] })
    const [ink, covered] = [await getInk(before), await getInk(after)]
    expect(covered!.x).toBeCloseTo(ink!.x, 0)
    expect(covered!.x + covered!.width).toBeCloseTo(ink!.x + ink!.width, 0)
    // "Dear " ends at 48 points, the tag at 153: between them nothing is left.
    expect(await getInk(after, { x: 50, y: 0, width: 100, height: 300 })).toBeNull()
  })

  test('with a fault are covered too', async () => {
    const { after } = await replaced({ pages: [{ mediaBox, text: '{{Name;tpye=x}}' }] })
    expect(await getInk(after)).toBeNull()
  })

  test('are not found any more, unless they can only be covered', async () => {
    const find = async (bytes: Uint8Array) =>
      (await readWithPdfjs(bytes, { maxPages: 1, textPages: 1 })).texts
    const { before, after } = await replaced({ pages: [{ mediaBox, text: 'Dear {{Name}} you' }] })
    expect(await find(before)).toEqual(['Dear {{Name}} you'])
    expect((await find(after)).join(' ')).toMatch(/^Dear\s+you$/)
    // Glyphs that clip what is drawn after them cannot be removed without a change of that.
    const clipping = 'BT /F1 12 Tf 7 Tr 20 200 Td ({{Name}}) Tj ET'
    const covered = await replaced({ pages: [{ mediaBox }], objects: { 1002: stream(clipping) } })
    expect(await find(covered.after)).toEqual(['{{Name}}'])
    expect((await fieldsInFile(covered.before)).problems).toMatchObject([
      { page: 1, source: 'tag', warning: true, reason: { key: 'import.tagsOnlyCovered' } },
    ])
  })

  test.each([
    [0, '1 0 0 1 50 200'],
    [90, '0 1 -1 0 100 50'],
    [180, '-1 0 0 -1 350 100'],
    [270, '0 -1 1 0 100 250'],
    // They read sideways, and upside down.
    [0, '0 1 -1 0 100 50'],
    [0, '0 -1 1 0 100 250'],
    [90, '1 0 0 1 50 200'],
    [180, '1 0 0 1 50 200'],
  ])('are covered on a page with /Rotate %d, matrix %s', async (rotate, matrix) => {
    const { before, after } = await replaced({
      pages: [{ mediaBox, rotate, cropBox: [10, 10, 380, 280] }],
      objects: { 1002: stream(`BT /F1 12 Tf ${matrix} Tm ({{Name;role=Client}}) Tj ET`) },
    })
    expect(await getInk(before)).not.toBeNull()
    expect(await getInk(after)).toBeNull()
  })

  test.each<[string, string]>([
    ['leaves the graphics state scaled', 'q 5 0 0 5 100 100 cm BT /F1 2 Tf (x) Tj ET'],
    ['leaves a clip', '0 0 5 5 re W n'],
    ['leaves a colour', '1 0 0 rg 0 0 1 RG'],
  ])('are covered where the content %s', async (_, operators) => {
    const text = `BT /F1 12 Tf 20 200 Td ({{Name;role=Client}}) Tj ET\n${operators}`
    const { after } = await replaced({ pages: [{ mediaBox }], objects: { 1002: stream(text) } })
    expect(await getInk(after, { x: 15, y: 80, width: 150, height: 30 })).toBeNull()
  })

  test('are covered where the content is a list of streams, or shared by pages', async () => {
    const { before, after } = await replaced({
      pages: [{ mediaBox }, { mediaBox }],
      objects: {
        20: stream('BT /F1 12 Tf 20 200 Td ({{Na'),
        21: stream('me}}) Tj ET BT /F1 12 Tf 20 100 Td (Rest) Tj ET'),
        22: stream('BT /F1 12 Tf 20 200 Td ({{Name}}) Tj ET BT /F1 12 Tf 20 100 Td (Rest) Tj ET'),
        1001: pageWith('[]').replace('1002 0 R', '[22 0 R]'),
        1003: pageWith('[]').replace('1002 0 R', '22 0 R'),
      },
    })
    for (const number of [1, 2]) {
      const area = { x: 15, y: 85, width: 100, height: 25 }
      expect((await paint(before, number)).ink(area)).not.toBeNull()
      expect((await paint(after, number)).ink(area)).toBeNull()
      expect((await paint(after, number)).ink({ x: 15, y: 185, width: 100, height: 25 })).not.toBeNull()
    }
  })
})
