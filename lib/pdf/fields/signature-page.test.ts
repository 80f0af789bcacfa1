import { PDF, PdfArray, PdfNumber } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { inspect } from '../check/inspect.ts'
import { incrementalUpdate, withIncrement } from '../file/incremental-update.ts'
import { readWithPdfjs } from '../file/reading.ts'
import { buildPdf, type FixtureOptions } from '../fixtures/build.ts'
import { paint } from '../fixtures/render.ts'
import { readPageGeometry } from '../geometry.ts'
import { FontBook } from '../text/fonts.ts'
import { appendSignaturePages } from './signature-page.ts'

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `p${index}`, name: `Person ${index} Žofie 张伟` }))

async function appended(options: FixtureOptions, count: number, heading = 'Signatures') {
  const bytes = buildPdf(options)
  const pdf = await PDF.load(bytes)
  const fonts = new FontBook(pdf)
  const last = inspect(pdf).pages.at(-1)
  const signaturePages = appendSignaturePages(pdf, fonts, people(count), last, heading)
  fonts.embed()
  pdf.fonts.finalize(true)
  const fileAfter = withIncrement(bytes, incrementalUpdate(pdf, bytes))
  const reading = await readWithPdfjs(fileAfter, { maxPages: 99, textPages: 99 })
  return { made: signaturePages, after: fileAfter, reading, before: options.pages?.length ?? 1 }
}

const a4 = { mediaBox: [0, 0, 595, 842] }

describe('signature pages', () => {
  test.each([
    [0, 0],
    [1, 1],
    [2, 1],
    [12, 1],
    [13, 2],
    [40, 4],
  ])('for %i people are %i', async (count, pages) => {
    const { made, reading, before } = await appended({ pages: [a4] }, count)
    expect(made.pages).toHaveLength(pages)
    expect(reading.pages).toHaveLength(before + pages)
    expect(made.zones.map(({ signer }) => signer)).toEqual(people(count).map(({ id }) => id))
    for (const { geometry } of made.pages) expect(reading.texts[geometry.number - 1]).toContain('Signatures')
    for (const { label, page } of made.zones)
      expect(reading.texts[page - 1]?.replace(/\s+/g, ' ')).toContain(label)
  })

  test.each<[string, FixtureOptions['pages'], number, number]>([
    ['A4', [a4], 595, 842],
    ['Letter', [{ mediaBox: [0, 0, 612, 792] }], 612, 792],
    ['landscape', [{ mediaBox: [0, 0, 842, 595] }], 842, 595],
    ['a turned page, as displayed', [{ mediaBox: [0, 0, 595, 842], rotate: 90 }], 842, 595],
    ['a page of another unit, in points', [{ mediaBox: [0, 0, 300, 421], userUnit: 2 }], 600, 842],
    ['another origin', [{ mediaBox: [-100, -100, 495, 742] }], 595, 842],
    ['the last of several', [a4, { mediaBox: [0, 0, 612, 792] }], 612, 792],
    ['a stamp, too small: A4', [{ mediaBox: [0, 0, 100, 100] }], 595, 842],
    ['a poster, too large: A4', [{ mediaBox: [0, 0, 2400, 3400] }], 595, 842],
  ])('are as large as %s', async (_, pages, width, height) => {
    const { made, reading } = await appended({ pages }, 3)
    const last = reading.pages.at(-1)!
    expect(last).toMatchObject({ width, height, rotation: 0, userUnit: 1, box: [0, 0, width, height] })
    expect(made.pages[0]!.geometry).toEqual(
      readPageGeometry(last.number, { mediaBox: [0, 0, width, height] }),
    )
  })

  test('inherit nothing from the page tree', async () => {
    const { reading } = await appended(
      { pages: [a4], inherited: '/Rotate 90 /CropBox [0 0 50 50] /MediaBox [0 0 90 90]' },
      1,
    )
    expect(reading.pages.at(-1)).toMatchObject({ rotation: 0 })
    expect(Math.min(...reading.pages.at(-1)!.box.slice(2))).toBeGreaterThan(400)
  })

  test('leave the pages before as they were', async () => {
    const { reading } = await appended(
      {
        pages: [
          { ...a4, text: 'Contract' },
          { ...a4, rotate: 180 },
        ],
      },
      1,
    )
    expect(reading.texts[0]).toBe('Contract')
    expect(reading.pages[1]).toMatchObject({ rotation: 180 })
  })

  test.each([1, 2, 5, 12])('%i zones are on the page, do not overlap, and have frames', async (count) => {
    const { made, after, before } = await appended({ pages: [a4] }, count)
    const painting = await paint(after, before + 1)
    for (const [index, zone] of made.zones.entries()) {
      expect(zone.x).toBeGreaterThanOrEqual(40)
      expect(zone.x + zone.width).toBeLessThanOrEqual(595 - 40)
      expect(zone.y + zone.height).toBeLessThanOrEqual(842 - 40)
      expect(
        painting.darkness({ x: zone.x + 2, y: zone.y + 2, width: zone.width - 4, height: zone.height - 4 }),
      ).toBe(0)
      expect(painting.ink({ ...zone, x: zone.x - 2, width: 4 })).not.toBeNull()
      for (const other of made.zones.slice(index + 1)) {
        const isApart =
          other.page !== zone.page ||
          other.x >= zone.x + zone.width ||
          other.x + other.width <= zone.x ||
          other.y >= zone.y + zone.height
        expect(isApart).toBe(true)
      }
    }
  })

  test.each<[string, string]>([
    [
      '85 characters',
      'Maria de los Ángeles Fernández-Villaverde y Gómez de la Serna, Notaría Sexta de Cádiz',
    ],
    ['255 characters', 'Donaudampfschifffahrt Elektrizitäten '.repeat(7).slice(0, 255)],
    ['one word', 'x'.repeat(255)],
    ['255 Chinese characters', '张伟王芳'.repeat(64).slice(0, 255)],
  ])('a name of %s is whole, and in its block', async (_, name) => {
    const pdf = await PDF.load(buildPdf({ pages: [a4] }))
    const fonts = new FontBook(pdf)
    const signers = Array.from({ length: 12 }, (_, index) => ({ id: `${index}`, name }))
    const { zones } = appendSignaturePages(pdf, fonts, signers, undefined, 'Signatures')
    fonts.embed()
    const bytes = await pdf.save()
    const reading = await readWithPdfjs(bytes, { maxPages: 9, textPages: 9 })
    const letters = (value: string) => value.replace(/\s+/g, '')
    expect(letters(reading.texts[1]!)).toBe(letters(`Signatures${name.repeat(12)}`))
    const painting = await paint(bytes, 2)
    const ink = painting.ink()!
    expect(ink.x).toBeGreaterThanOrEqual(50)
    expect(ink.x + ink.width).toBeLessThanOrEqual(595 - 50)
    for (const { x, y, width, height } of zones) {
      // From the frame to the name of the next block, and between the name and its own frame.
      expect(painting.darkness({ x, y: y + height + 1, width, height: 1.5 })).toBe(0)
      expect(painting.darkness({ x, y: y - 2.5, width, height: 1.5 })).toBe(0)
    }
  })
})

describe('the page tree (7.7.3)', () => {
  test.each<[string, FixtureOptions, number]>([
    ['flat', { pages: [a4, a4] }, 3],
    [
      'its kids an object of their own',
      { objects: { 2: '<< /Type /Pages /Kids 20 0 R /Count 1 >>', 20: '[1001 0 R]' } },
      2,
    ],
    [
      'its count a reference',
      { objects: { 2: '<< /Type /Pages /Kids [1001 0 R] /Count 20 0 R >>', 20: '1' } },
      2,
    ],
    ['its count missing', { objects: { 2: '<< /Type /Pages /Kids [1001 0 R] >>' } }, 2],
    [
      'of two levels',
      {
        pages: [a4, a4],
        objects: {
          2: '<< /Type /Pages /Kids [20 0 R] /Count 2 >>',
          20: '<< /Type /Pages /Parent 2 0 R /Kids [1001 0 R 1003 0 R] /Count 2 >>',
        },
      },
      3,
    ],
  ])('%s: counts what it has', async (_, options, count) => {
    const { after } = await appended(options, 1)
    const pdf = await PDF.load(after, { lenient: false })
    const root = pdf.context.catalog.getDict().getDict('Pages', (ref) => pdf.context.resolve(ref))!
    expect(root.get('Count')).toEqual(PdfNumber.of(count))
    expect(root.get('Kids')).toBeInstanceOf(PdfArray)
    expect(pdf.getPageCount()).toBe(count)
  })

  test('without a root is refused', async () => {
    const pdf = await PDF.load(buildPdf({ catalog: '' }))
    pdf.context.catalog.getDict().delete('Pages')
    expect(() => appendSignaturePages(pdf, new FontBook(pdf), people(1), undefined, 'x')).toThrow(/no root/)
  })
})
