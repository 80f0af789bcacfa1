import { PDF } from '@libpdf/core'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { dict, numberArray } from '../file/objects.ts'
import { readSource } from '../file/source.ts'
import type { Rotation } from '../geometry.ts'
import { contentTokens } from '../import/content.ts'
import { FontBook } from '../text/fonts.ts'
import { loadShaping } from '../text/shaping.ts'
import type { Zone } from '../zones.ts'
import { makeCheckboxAppearance, makeSignatureAppearance, makeTextAppearance } from './appearance.ts'
import { type Colour, Drawing } from './drawing.ts'
import { panelBox, readZones, writeZones } from './panel.ts'

const number = fc.oneof(
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.constantFrom(0, -0, 1e-7, -1e-7, 0.0005, 0.00049, 123456.789012, 1e6),
)
const share = fc.double({ min: 0, max: 1, noNaN: true })
const colour: fc.Arbitrary<Colour> = fc.tuple(share, share, share)

beforeAll(() => loadShaping('محمد ไทย'))

/** The content of a drawing as tokens. */
function getTokens(draw: (drawing: Drawing) => void): string[] {
  const drawing = new Drawing(new FontBook(PDF.create()))
  draw(drawing)
  const content = Buffer.from(drawing.content())
  return [...contentTokens(content)].map((part) => part.trim()).filter(Boolean)
}

describe('numbers and colours in a content stream', () => {
  const drawings: [string, (drawing: Drawing, values: number[], ink: Colour) => void][] = [
    [
      'lines',
      (drawing, [a, b, c, d, width], ink) =>
        drawing.line(
          [
            [a!, b!],
            [c!, d!],
          ],
          Math.abs(width!),
          ink,
        ),
    ],
    ['rectangles', (drawing, [a, b, c, d], ink) => drawing.rectangle(a!, b!, c!, d!, ink, 'fill')],
    [
      'outlines',
      (drawing, [a, b, c, d, width], ink) => drawing.rectangle(a!, b!, c!, d!, ink, Math.abs(width!)),
    ],
    ['circles', (drawing, [a, b, radius], ink) => drawing.circle(a!, b!, radius!, ink, 'fill')],
    [
      'rings',
      (drawing, [a, b, radius, , width], ink) => drawing.circle(a!, b!, radius!, ink, Math.abs(width!)),
    ],
    ['text', (drawing, [a, b, , , size], ink) => drawing.text('Ada', a!, b!, Math.abs(size!), ink)],
    [
      'rotations',
      (drawing, [a, b, angle], ink) => drawing.rotated(a!, b!, angle!, () => drawing.line([[0, 0]], 1, ink)),
    ],
  ]

  test.each(drawings)('of %s are plain decimals, within a thousandth', (_, draw) => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 5, maxLength: 5 }), colour, (values, ink) => {
        const tokens = getTokens((drawing) => draw(drawing, values, ink))
        let [depth, texts] = [0, 0]
        for (const token of tokens) {
          if (/^[\d.+-]/.test(token)) expect(token).toMatch(/^-?\d+(\.\d{1,3})?$/)
          if (token === 'q' || token === 'BT') depth++
          if (token === 'Q' || token === 'ET') depth--
          if (token === 'BT') texts++
        }
        expect(depth).toBe(0)
        expect(texts).toBeLessThanOrEqual(1)
        const colours = tokens.findIndex((token) => token === 'rg' || token === 'RG')
        if (colours > 2)
          for (const [index, value] of ink.entries())
            expect(Number(tokens[colours - 3 + index])).toBeCloseTo(value, 2)
      }),
      { numRuns: 150 },
    )
  })

  test('of arrays are within a thousandth, and never minus zero', () => {
    fc.assert(
      fc.property(fc.array(number, { maxLength: 6 }), (values) => {
        const written = numberArray(values).toArray() as unknown as { value: number }[]
        for (const [index, { value }] of written.entries()) {
          expect(Math.abs(value - values[index]!)).toBeLessThanOrEqual(0.000501)
          expect(String(value)).not.toContain('e')
        }
      }),
    )
  })
})

describe('appearances of any size and text', () => {
  const box = fc.record({
    width: fc.double({ min: 0, max: 900, noNaN: true }),
    height: fc.double({ min: 0, max: 900, noNaN: true }),
    rotation: fc.constantFrom<Rotation>(0, 90, 180, 270),
    userUnit: fc.constantFrom(1, 2, 0.1, 7.5),
  })
  const text = fc.oneof(
    fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .filter((value) => !/[\u0900-\u0dff\u0f00-\u109f]/.test(value)),
    fc.constantFrom('', '\n', 'محمد', 'ไทย', '漢字', '(\\', 'a\tb', '\ud800'),
  )

  test('have a content of whole tokens, with every state restored', () => {
    fc.assert(
      fc.property(box, text, (size, value) => {
        const fonts = new FontBook(PDF.create())
        for (const appearance of [
          makeTextAppearance(fonts, size, value),
          makeCheckboxAppearance(fonts, size, true),
          makeSignatureAppearance(fonts, size, { kind: 'text', text: value }, `${value} · caption`),
        ]) {
          const content = Buffer.from(appearance.data)
          let depth = 0
          for (const token of contentTokens(content)) {
            if (token === 'q') depth++
            if (token === 'Q') depth--
            expect(depth).toBeGreaterThanOrEqual(0)
            expect(token).not.toMatch(/NaN|Infinity|undefined/)
            if (token.startsWith('<') && token !== '<<')
              expect(readSource(Buffer.from(`${token} `), 0)).not.toBeNull()
          }
          expect(depth).toBe(0)
          const bounds = appearance.getArray('BBox')!.toArray() as unknown as { value: number }[]
          expect(bounds.every((side) => Number.isFinite(side.value))).toBe(true)
        }
      }),
      { numRuns: 150 },
    )
  })
})

describe('the zones of a panel', () => {
  const side = fc.double({ min: 0, max: 900, noNaN: true })
  const zone = fc.record({
    ...{ id: fc.string({ unit: 'grapheme' }), signer: fc.string(), page: fc.integer({ min: 1, max: 9 }) },
    type: fc.constantFrom<Zone['type']>('signature', 'text', 'checkbox', 'radio', 'dropdown'),
    ...{ x: side, y: side, width: side, height: side, required: fc.boolean() },
    label: fc.string({ unit: 'grapheme' }),
    value: fc.string({ unit: 'grapheme' }),
    options: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 3 }),
  })

  test('are read back whatever they are, at their places within the panel', () => {
    fc.assert(
      fc.property(fc.array(zone, { minLength: 1, maxLength: 5 }), (zones) => {
        const field = dict({ Type: '/Annot' })
        writeZones(field, zones)
        const { x, y, width, height } = panelBox(zones)
        const back = readZones(field)!
        expect(back).toEqual(zones.map((each) => ({ ...each, x: each.x - x, y: each.y - y })))
        for (const each of back) {
          expect(Math.min(each.x, each.y)).toBeGreaterThanOrEqual(0)
          expect(each.x + each.width).toBeLessThanOrEqual(width + 1e-9)
          expect(each.y + each.height).toBeLessThanOrEqual(height + 1e-9)
        }
      }),
      { numRuns: 200 },
    )
  })
})
