import { beforeAll, describe, expect, test } from 'vitest'
import { firstPage, type Objects, pdfObjects, stream, writeRevision } from '#lib/pdf/fixtures/build'
import type { Rect } from '#lib/pdf/geometry'
import { makeProcessFixture, type ProcessFixture, signedElsewhere } from '../fixtures/process.ts'
import { verifyPdf } from '../verify.ts'

const contents = firstPage + 1
const page = (annotations = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${contents} 0 R /Annots [${annotations}] /Resources << /Font << /F1 3 0 R >> /XObject << /A#31 30 0 R >> >> >>`
const picture = stream(
  'x',
  '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
)
const form = (entries: string) => stream('0 0 9 9 re f', `/Type /XObject /Subtype /Form ${entries}`)

let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

interface Options {
  /** More entries of the catalog. */
  catalog?: string
  /** Of the new signature field (/F). */
  flags?: number
}

/** Whether a new signature field of somebody else counts as a change after the signature of such a file. */
async function isChange(
  objects: Record<number, string>,
  rect: Rect,
  { catalog = '', flags }: Options = {},
): Promise<boolean> {
  const numbered = Object.entries({ [firstPage]: page(), ...objects })
  const all: Objects = new Map([
    ...pdfObjects({ catalog }),
    ...numbered.map(([number, body]) => [Number(number), body] as const),
  ])
  const signedFile = await signedElsewhere(fixture, writeRevision(null, all))
  const { valid, signatures } = await verifyPdf(
    await signedElsewhere(fixture, signedFile, rect, undefined, flags),
  )
  expect(valid).toBe(true)
  return signatures[0]!.changedAfterSigning
}

describe('a signature over what a page draws is a change, one beside it is none', () => {
  const [over, beside]: Rect[] = [
    [150, 350, 250, 390],
    [400, 350, 500, 390],
  ]
  test.each<[string, string, string]>([
    ['a picture', 'q 200 0 0 300 100 200 cm /A1 Do Q', picture],
    ['a picture by steps', '1 0 0 1 100 200 cm q 9 0 0 9 0 0 cm Q 200 0 0 300 0 0 cm /A#31 Do', picture],
    ['a picture that is turned', 'q 0 300 -200 0 300 200 cm /A1 Do Q', picture],
    ['a form', 'q 1 0 0 1 100 200 cm /A1 Do Q', form('/BBox [0 0 200 300]')],
    ['a form with a matrix', '/A1 Do', form('/BBox [0 0 20 30] /Matrix [10 0 0 10 100 200]')],
    [
      'an inline picture',
      'q 200 0 0 300 100 200 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q BT /F1 9 Tf (BI) Tj ET',
      picture,
    ],
  ])('%s', async (_, content, xObject) => {
    const objects = { [contents]: stream(content), 30: xObject }
    expect(await isChange(objects, over!)).toBe(true)
    expect(await isChange(objects, beside!)).toBe(false)
  })
})

test('a signature over digits of a font without Unicode values is a change', async () => {
  const cidFont =
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>'
  const objects = {
    [contents]: stream('BT /F1 12 Tf 200 360 Td <00140013> Tj ET'),
    3: `<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [${cidFont}] >>`,
  }
  expect(await isChange(objects, [150, 350, 250, 390])).toBe(true)
})

test.each<[string, string, string]>([
  ['content that cannot be read', stream('xx', '/Filter /Unknown'), picture],
  ['a picture at an unknown place', stream('/x cm /A1 Do'), picture],
  ['a form without a box', stream('/A1 Do'), form('')],
])('a signature is a change anywhere on a page with %s', async (_, content, xObject) => {
  expect(await isChange({ [contents]: content, 30: xObject }, [400, 350, 500, 390])).toBe(true)
})

describe('a signature whose flags move it over text is a change', () => {
  const [print, noZoom, noRotate] = [4, 8, 16]
  const text = stream('BT /F1 24 Tf 200 400 Td (100 EUR) Tj ET')
  const turned = (rotation: number, annotations = '') => ({
    [firstPage]: page(annotations).replace('/Type /Page ', `/Type /Page /Rotate ${rotation} `),
    [contents]: text,
  })
  /** Beside the text, with its upper left corner where the turned rectangle lies over it. */
  const rects: [number, Rect][] = [
    [90, [195, 190, 225, 390]],
    [180, [300, 370, 400, 395]],
    [270, [410, 225, 440, 425]],
  ]

  test.each(rects)('by NoRotate on a page turned by %i°', async (rotation, rect) => {
    const flags = print | noRotate
    expect(await isChange(turned(rotation), rect, { flags })).toBe(true)
    expect(await isChange(turned(rotation), rect, { flags: print })).toBe(false)
    expect(await isChange(turned(0), rect, { flags })).toBe(false)
    expect(await isChange({ ...turned(rotation), [contents]: stream('') }, rect, { flags })).toBe(false)
  })

  test('over an annotation that has the flag itself', async () => {
    const note = `<< /Type /Annot /Subtype /Stamp /Rect [195 100 225 300] /F ${print | noRotate} >>`
    const objects = { ...turned(90, '20 0 R'), [contents]: stream(''), 20: note }
    expect(await isChange(objects, [200, 301, 390, 325])).toBe(true)
    expect(await isChange(objects, [400, 301, 500, 325])).toBe(false)
  })

  test('by NoZoom anywhere on a page with text', async () => {
    const flags = print | noZoom
    expect(await isChange({ [contents]: text }, [400, 100, 500, 140], { flags })).toBe(true)
    expect(await isChange({ [contents]: stream('') }, [400, 100, 500, 140], { flags })).toBe(false)
  })
})

describe('a signature over the corner of another field', () => {
  const corner: Rect = [180, 340, 280, 380]
  const field = (entries: string) =>
    `<< /Type /Annot /Subtype /Widget /Rect [100 300 200 350] /F 4 /FT /Tx /T (a) ${entries} >>`
  const catalog = '/AcroForm << /SigFlags 3 /Fields [20 0 R] >>'

  test.each<[string, boolean]>([
    ['/V (100 EUR)', true],
    ['/V ()', false],
    ['', false],
  ])('with %j is a change: %s', async (entries, expected) => {
    const objects = { [firstPage]: page('20 0 R'), [contents]: stream(''), 20: field(entries) }
    expect(await isChange(objects, corner, { catalog })).toBe(expected)
    expect(await isChange(objects, [200.5, 340, 280, 380], { catalog })).toBe(false)
  })
})
