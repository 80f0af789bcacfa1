import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { readWithPdfjs } from '../file/reading.ts'
import { paint } from '../fixtures/render.ts'
import {
  A4,
  blankRow,
  columns,
  Flow,
  margins,
  measure,
  type Row,
  ruleRow,
  textRows,
  textToRight,
} from './flow.ts'
import { lineHeight, textWidth } from './fonts.ts'

const black = [0, 0, 0] as const
const look = { size: 10, colour: black }
const full = A4.height - margins.top - margins.bottom
const doNothing = () => {}
const read = (bytes: Uint8Array) => readWithPdfjs(bytes, { maxPages: 99, textPages: 99 })

/** The rows of a flow by page and by the height of their upper edge. */
async function places(fill: (flow: Flow, row: (height: number, name: string) => Row) => void) {
  const drawn: [name: string, top: number, page: unknown][] = []
  const flow = new Flow()
  fill(flow, (height, name) => ({ height, draw: (drawing, top) => drawn.push([name, top, drawing]) }))
  const pages: unknown[] = []
  await flow.finish((drawing) => pages.push(drawing))
  return drawn.map(([name, top, page]) => [name, top, pages.indexOf(page) + 1])
}

describe('rows', () => {
  const top = margins.bottom + full

  test('are placed below each other; the next page begins where one does not fit', async () => {
    expect(
      await places((flow, row) => flow.add([row(full / 2, 'a'), row(full / 2, 'b'), row(1, 'c')])),
    ).toEqual([
      ['a', top, 1],
      ['b', top - full / 2, 1],
      ['c', top, 2],
    ])
  })

  test('that belong together begin a new page, if they fit on one', async () => {
    const half = full / 2
    expect(
      await places((flow, row) => {
        flow.add([row(half + 1, 'a')])
        flow.add([row(half / 2, 'b'), row(half / 2, 'c')], true)
      }),
    ).toEqual([
      ['a', top, 1],
      ['b', top, 2],
      ['c', top - half / 2, 2],
    ])
  })

  test('that would not fit on any page go on where they are', async () => {
    const rows = await places((flow, row) => {
      flow.add([row(10, 'a')])
      flow.add(
        Array.from({ length: 9 }, (_, index) => row(full / 8, `b${index}`)),
        true,
      )
    })
    expect(rows[1]).toEqual(['b0', top - 10, 1])
    expect(rows.at(-1)![2]).toBe(2)
  })

  test('without content are left out at the top of a page', async () => {
    const rows = await places((flow, row) => {
      flow.add([blankRow(30), row(full - 5, 'a'), blankRow(30), row(10, 'b')])
    })
    expect(rows).toEqual([
      ['a', top, 1],
      ['b', top, 2],
    ])
  })

  test('without rows there are no pages', async () => {
    const flow = new Flow()
    flow.add([])
    const pages: number[] = []
    await flow.finish((_, number) => pages.push(number)).catch(() => undefined)
    expect(pages).toEqual([])
  })
})

describe('the document', () => {
  test('has A4 pages with head and foot, which know how many there are', async () => {
    const flow = new Flow()
    for (let number = 0; number < 200; number++) flow.add(textRows(`Line ${number}`, look))
    const bytes = await flow.finish((drawing, number, count) =>
      textToRight(drawing, `Page ${number} of ${count}`, A4.width - margins.side, 38, look),
    )
    const { pages, texts } = await read(bytes)
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, page] of pages.entries()) {
      expect([page.width, page.height]).toEqual([A4.width, A4.height])
      expect(texts[index]).toContain(`Page ${index + 1} of ${pages.length}`)
    }
    const lines = texts.join(' ').match(/Line \d+/g)!
    expect(lines).toEqual(Array.from({ length: 200 }, (_, index) => `Line ${index}`))
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(pages.length)
  })

  test('text stays within the margins', async () => {
    const flow = new Flow()
    flow.add(textRows(`${'word '.repeat(80)}${'x'.repeat(200)} 张伟${'签'.repeat(100)}`, look))
    const ink = (await paint(await flow.finish(doNothing), 1)).ink()!
    expect(ink.x).toBeGreaterThanOrEqual(margins.side - 1)
    expect(ink.x + ink.width).toBeLessThanOrEqual(A4.width - margins.side + 1)
    expect(ink.y).toBeGreaterThanOrEqual(margins.top - 1)
  })

  test('text to the right ends where it should', async () => {
    const flow = new Flow()
    flow.add([{ height: 20, draw: (drawing, top) => textToRight(drawing, 'HHH', 300, top - 15, look) }])
    const ink = (await paint(await flow.finish(doNothing), 1)).ink()!
    expect(Math.abs(ink.x + ink.width - 300)).toBeLessThan(2)
    expect(Math.abs(ink.width - textWidth('HHH', 10))).toBeLessThan(3)
  })

  test('a rule runs over the whole width, in the middle of its row', async () => {
    const flow = new Flow()
    flow.add([ruleRow(40, black, 0.6)])
    const ink = (await paint(await flow.finish(doNothing), 1)).ink()!
    expect(Math.abs(ink.width - measure)).toBeLessThan(2)
    expect(ink.height).toBeLessThan(2)
    expect(Math.abs(ink.y - margins.top - 20)).toBeLessThan(2)
  })
})

describe('textRows', () => {
  test.each([
    ['', 1],
    ['one line', 1],
    ['a\nb\nc', 3],
    ['word '.repeat(100), 6],
  ])('%j has %i rows of the height of a line', (text, count) => {
    const rows = textRows(text, look)
    expect(rows).toHaveLength(count)
    for (const { height } of rows) expect(height).toBe(10 * lineHeight)
  })

  test('an indented text is narrower', () => {
    const text = 'word '.repeat(100)
    expect(textRows(text, { ...look, x: 300 }).length).toBeGreaterThan(textRows(text, look).length)
    expect(textRows(text, { ...look, width: 50 }).length).toBeGreaterThan(20)
  })
})

describe('columns', () => {
  test('have as many strips as the longest, each as high as its highest', () => {
    const rows = columns([blankRow(10), blankRow(20)], [blankRow(15)], [])
    expect(rows.map(({ height }) => height)).toEqual([15, 20])
  })

  test('without rows are empty', () => {
    expect(columns()).toEqual([])
    expect(columns([], [])).toEqual([])
  })

  test('draw side by side', async () => {
    const flow = new Flow()
    flow.add(columns(textRows('Label', look), textRows('Value', { ...look, x: 128 })))
    const painting = await paint(await flow.finish(doNothing), 1)
    const ink = painting.ink()!
    expect(ink.height).toBeLessThan(15)
    expect(painting.ink({ x: margins.side, y: 0, width: 60, height: 842 })).not.toBeNull()
    expect(painting.ink({ x: margins.side + 120, y: 0, width: 60, height: 842 })).not.toBeNull()
  })
})
