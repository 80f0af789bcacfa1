import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadPdf } from '../file/load.ts'
import { buildPdf, stream } from '../fixtures/build.ts'
import { paint } from '../fixtures/render.ts'
import type { Rect } from '../geometry.ts'
import { findDrawnBoxes } from './drawn-boxes.ts'

/** A black picture of one pixel, and a form of 100 by 50 units that is filled with black. */
const objects = {
  30: stream(
    '\0',
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
  ),
  31: stream('0 g 0 0 1000 1000 re f', '/Type /XObject /Subtype /Form /BBox [0 0 100 50]'),
  32: stream(
    '0 g 0 0 1000 1000 re f',
    '/Type /XObject /Subtype /Form /BBox [100 50 0 0] /Matrix [2 0 0 1 10 20]',
  ),
  33: stream('', '/Type /XObject /Subtype /Form'),
  34: stream('0 g 0 0 1000 1000 re f', '/Type /XObject /Subtype /Form /BBox 35 0 R /Matrix 36 0 R'),
  35: '[37 0 R 0 100 50]',
  36: '[1 0 0 1 5 5]',
  37: '0',
}
const resources = '/XObject << /I 30 0 R /F 31 0 R /M 32 0 R /N 33 0 R /R 34 0 R /A#42 30 0 R /X 3 0 R >>'
const inline = 'BI /W 1 /H 1 /BPC 8 /CS /G ID \0 EI'

const fileWith = (content: string, { page = `/Resources << ${resources} >>`, inherited = '' } = {}) =>
  buildPdf({
    inherited,
    objects: {
      ...objects,
      1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 1002 0 R ${page} >>`,
      1002: stream(content),
    },
  })

async function read(bytes: Uint8Array): Promise<Rect[]> {
  const pdf = await loadPdf(bytes)
  return findDrawnBoxes(pdf, pdf.getPage(0)!.dict)
}

describe('the boxes of what a page draws', () => {
  test.each<[string, string, Rect[]]>([
    ['nothing', '0 0 10 10 re f BT (x) Tj ET', []],
    ['a picture', '100 0 0 50 20 30 cm /I Do', [[20, 30, 120, 80]]],
    ['a picture before it is moved', '/I Do 100 0 0 50 20 30 cm', [[0, 0, 1, 1]]],
    ['a picture within it', `100 0 0 50 20 30 cm ${inline}`, [[20, 30, 120, 80]]],
    [
      'two',
      '10 0 0 10 0 0 cm /I Do 2 0 0 2 0 0 cm /I Do',
      [
        [0, 0, 10, 10],
        [0, 0, 20, 20],
      ],
    ],
    ['a picture that is mirrored', '-10 0 0 -20 50 60 cm /I Do', [[40, 40, 50, 60]]],
    ['a picture that is turned', '0 30 -20 0 100 100 cm /I Do', [[80, 100, 100, 130]]],
    [
      'states that are saved',
      'q 5 0 0 5 0 0 cm q 2 0 0 2 1 1 cm /I Do Q /I Do Q /I Do',
      [
        [5, 5, 15, 15],
        [0, 0, 5, 5],
        [0, 0, 1, 1],
      ],
    ],
    ['a state that was not saved', 'Q Q 7 0 0 7 0 0 cm Q /I Do', [[0, 0, 7, 7]]],
    ['a form', '1 0 0 1 10 10 cm /F Do', [[10, 10, 110, 60]]],
    ['a form with a matrix', '/M Do', [[10, 20, 210, 70]]],
    ['a form behind references', '/R Do', [[5, 5, 105, 55]]],
    [
      'a name with an escape',
      '/AB Do /A#42 Do',
      [
        [0, 0, 1, 1],
        [0, 0, 1, 1],
      ],
    ],
    ['what is not there', '/Y Do /X Do Do', []],
    ['what is in a text or comment', '(/I Do) Tj % /I Do\n', []],
    ['without white space', 'q/I Do Q', [[0, 0, 1, 1]]],
    ['reals', '10. -.0 0 +.5 1.50 -2 cm /I Do', [[1.5, -2, 11.5, -1.5]]],
  ])('%s', async (_, content, expected) => {
    const boxes = await read(fileWith(content))
    expect(boxes).toHaveLength(expected.length)
    for (const [index, box] of expected.entries())
      for (const [side, value] of box.entries()) expect(boxes[index]![side]).toBeCloseTo(value, 6)
  })

  test('are found with the resources that the page inherits, or has behind references', async () => {
    const inherited = await read(fileWith('/I Do', { page: '', inherited: `/Resources << ${resources} >>` }))
    expect(inherited).toEqual([[0, 0, 1, 1]])
    expect(await read(fileWith('/I Do', { page: '' }))).toEqual([])
    expect(await read(fileWith('/I Do', { page: '/Resources 7 0 R' }))).toEqual([])
  })

  test.each([
    ['a form without a box', '/N Do'],
    ['a matrix with too few numbers', '1 0 0 1 cm /I Do'],
    ['a matrix of names', '/a /b /c /d /e /f cm /I Do'],
    ['content that cannot be decoded', null],
  ])('are not known with %s, which is an error', async (_, content) => {
    const bytes = fileWith(content ?? '')
    const unreadable = buildPdf({ objects: { 1002: stream('x', '/Filter /Unknown') } })
    await expect(read(content === null ? unreadable : bytes)).rejects.toThrow()
  })

  test('hold all ink, and end where it ends', async () => {
    // The tips of turned pictures are too pale to count as ink.
    const tolerance = 4
    // On the page in every turn.
    const scale = fc.integer({ min: 20, max: 90 })
    const drawing = fc.record({
      turn: fc.constantFrom(0, 30, 45, 90, 135, 180, 270),
      width: scale,
      height: scale,
      x: fc.integer({ min: 130, max: 270 }),
      y: fc.integer({ min: 130, max: 170 }),
      operator: fc.constantFrom('/I Do', inline, '0.01 0 0 0.02 0 0 cm /F Do'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(drawing, { minLength: 1, maxLength: 3 }), async (drawings) => {
        const content = drawings
          .map(({ turn, width, height, x, y, operator }) => {
            const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
            const numbers = [cos, sin, -sin, cos, x, y].map((value) => value.toFixed(4))
            return `q ${numbers.join(' ')} cm ${width} 0 0 ${height} 0 0 cm ${operator} Q`
          })
          .join('\n')
        const bytes = fileWith(content)
        const boxes = await read(bytes)
        const ink = (await paint(bytes, 1, 1)).ink()!
        const sides = (index: number) => boxes.map((box) => box[index]!)
        expect(Math.abs(ink.x - Math.min(...sides(0)))).toBeLessThan(tolerance)
        expect(Math.abs(ink.x + ink.width - Math.max(...sides(2)))).toBeLessThan(tolerance)
        expect(Math.abs(ink.y - (300 - Math.max(...sides(3))))).toBeLessThan(tolerance)
        expect(Math.abs(ink.y + ink.height - (300 - Math.min(...sides(1))))).toBeLessThan(tolerance)
      }),
      { numRuns: 30 },
    )
  })
})
