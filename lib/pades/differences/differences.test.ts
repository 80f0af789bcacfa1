import { describe, expect, it } from 'vitest'
import { buildPdf, type FixturePage, pdfObjects, signedPdf, writeRevision } from '#lib/pdf/fixtures/build'
import { findChangedAreas } from './areas.ts'
import { drawDifferences } from './differences.ts'

const pages = (count: number, change: (page: FixturePage, index: number) => FixturePage = (page) => page) =>
  Array.from({ length: count }, (_, index) =>
    change({ mediaBox: [0, 0, 200, 200], text: `Page ${index + 1}` }, index),
  )

/** A file whose last revision has all of these pages, in a cross-reference table that names no earlier one. */
function replaceAll(file: Uint8Array, newPages: FixturePage[]): Uint8Array {
  const text = Buffer.from(file).toString('latin1')
  const body = (number: number) => text.match(new RegExp(`\\n${number} 0 obj\\n([^]*?)\\nendobj`))![1]!
  const form = '/AcroForm << /SigFlags 3 /Fields [50 0 R] >>'
  const objects = pdfObjects({ pages: newPages, catalog: form, objects: { 50: body(50), 51: body(51) } })
  const whole = Buffer.from(writeRevision(file, objects)).toString('latin1')
  const prev = whole.lastIndexOf('/Prev')
  return Buffer.from(
    whole.slice(0, prev) + whole.slice(prev).replace(/\/Prev \d+/, (entry) => ' '.repeat(entry.length)),
    'latin1',
  )
}

async function findPages(file: Uint8Array, isLate = () => false) {
  const { revisions, omitted } = await drawDifferences(new Uint8Array(file), isLate)
  return {
    omitted,
    pages: revisions.flatMap((revision) =>
      revision.pages.map(({ page, before, after }) => [page, before !== null, after !== null]),
    ),
  }
}

describe('pages that look different', () => {
  const signed = signedPdf({ pages: pages(8) })

  it('are found wherever revisions do not build on the signed one', async () => {
    const changed = pages(8, (page, index) => (index === 6 ? { ...page, text: 'Painted' } : page))
    expect(await findPages(replaceAll(signed, changed))).toEqual({ pages: [[7, true, true]], omitted: 0 })
  })

  it('are also those that were added or removed there', async () => {
    expect((await findPages(replaceAll(signed, pages(9)))).pages).toEqual([[9, false, true]])
    expect((await findPages(replaceAll(signed, pages(7)))).pages).toEqual([[8, true, false]])
  })

  it('are counted where there is no time to draw them', async () => {
    expect(await findPages(replaceAll(signed, pages(8)), () => true)).toEqual({ pages: [], omitted: 8 })
    const long = replaceAll(
      signedPdf({ pages: pages(40) }),
      pages(40, (page) => ({ ...page, text: 'New' })),
    )
    const { pages: drawn, omitted } = await findPages(long)
    expect([drawn.length, omitted]).toEqual([30, 10])
  })

  it('are those that a revision touched, where it builds on the signed one', async () => {
    const { 1: contents } = Object.fromEntries(
      [...pdfObjects({ pages: [{ text: 'Changed' }] })].slice(-2).map(([, body], index) => [index, body]),
    )
    const later = writeRevision(signed, new Map([[1003 + 1, contents!]]))
    expect(await findPages(later)).toEqual({ pages: [[2, true, true]], omitted: 0 })
  })

  it('are none without signatures, and none where nothing follows them', async () => {
    expect(await findPages(buildPdf())).toEqual({ pages: [], omitted: 0 })
    expect(await findPages(signed)).toEqual({ pages: [], omitted: 0 })
  })
})

describe('the changed areas of a page', () => {
  const [width, height] = [80, 40]
  const blank = () => ({ width, height, data: new Uint8ClampedArray(width * height * 4).fill(255) })
  const paint = (boxes: [x: number, y: number][], color = 0) => {
    const page = blank()
    for (const [x, y] of boxes) page.data[(y * width + x) * 4] = color
    return page
  }

  it('are squares around what differs; those beside each other are one', () => {
    expect(findChangedAreas(blank(), blank())).toEqual([])
    expect(findChangedAreas(blank(), paint([[9, 9]]))).toEqual([{ x: 0.1, y: 0.2, width: 0.1, height: 0.2 }])
    expect(
      findChangedAreas(
        blank(),
        paint([
          [1, 1],
          [20, 1],
        ]),
      ),
    ).toHaveLength(1)
    expect(
      findChangedAreas(
        blank(),
        paint([
          [1, 1],
          [70, 30],
        ]),
      ),
    ).toHaveLength(2)
  })

  it('are none for a difference that nobody sees, and the whole page where it has another size', () => {
    expect(findChangedAreas(blank(), paint([[9, 9]], 240))).toEqual([])
    expect(findChangedAreas({ ...blank(), width: 40 }, blank())).toEqual([
      { x: 0, y: 0, width: 1, height: 1 },
    ])
  })
})
