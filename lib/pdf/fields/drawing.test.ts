import { PDF, type PdfArray, PdfName, PdfNumber, PdfRef } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberArray } from '../file/objects.ts'
import { buildPdf } from '../fixtures/build.ts'
import { paint } from '../fixtures/render.ts'
import type { Rotation } from '../geometry.ts'
import { FontBook } from '../text/fonts.ts'
import { Drawing } from './drawing.ts'

const black = [0, 0, 0] as const
const page = { mediaBox: [0, 0, 200, 100], text: '' }

/** A page with the drawing as its content. */
async function painted(draw: (drawing: Drawing, pdf: PDF) => void) {
  const pdf = await PDF.load(buildPdf({ pages: [page] }))
  const fonts = new FontBook(pdf)
  const drawing = new Drawing(fonts)
  draw(drawing, pdf)
  const { dict } = pdf.getPage(0)!
  const stream = drawing.appearance({ width: 200, height: 100, rotation: 0, userUnit: 1 })
  dict.set('Resources', drawing.resources())
  dict.set('Contents', pdf.context.register(stream))
  fonts.embed()
  return paint(await pdf.save(), 1)
}

const getContent = (draw: (drawing: Drawing) => void) => {
  const drawing = new Drawing(new FontBook(PDF.create()))
  draw(drawing)
  return Buffer.from(drawing.content()).toString('latin1')
}

describe('drawings are at their coordinates', () => {
  // In points from the bottom left; the rendering counts from the top left.
  const near = (
    ink: Awaited<ReturnType<typeof painted>> extends { ink(): infer I } ? I : never,
    box: number[],
  ) => {
    expect(ink).not.toBeNull()
    const { x, y, width, height } = ink as { x: number; y: number; width: number; height: number }
    for (const [index, value] of [x, y, width, height].entries())
      expect(Math.abs(value - box[index]!)).toBeLessThan(2)
  }

  test('a filled rectangle', async () => {
    const painting = await painted((drawing) => drawing.rectangle(20, 30, 50, 40, black, 'fill'))
    near(painting.ink(), [20, 30, 50, 40])
    expect(painting.darkness({ x: 22, y: 32, width: 46, height: 36 })).toBe(1)
  })

  test('an outlined one', async () => {
    const painting = await painted((drawing) => drawing.rectangle(20, 30, 50, 40, black, 2))
    near(painting.ink(), [19, 29, 52, 42])
    expect(painting.darkness({ x: 23, y: 33, width: 44, height: 34 })).toBe(0)
  })

  test('a filled circle', async () => {
    const painting = await painted((drawing) => drawing.circle(60, 50, 20, black, 'fill'))
    near(painting.ink(), [40, 30, 40, 40])
    const corner = painting.darkness({ x: 40, y: 30, width: 5, height: 5 })
    expect(corner).toBeLessThan(0.1)
    expect(Math.abs(painting.darkness({ x: 40, y: 30, width: 40, height: 40 }) - Math.PI / 4)).toBeLessThan(
      0.03,
    )
  })

  test('a ring', async () => {
    const painting = await painted((drawing) => drawing.circle(60, 50, 20, black, 1))
    expect(painting.darkness({ x: 50, y: 40, width: 20, height: 20 })).toBe(0)
    near(painting.ink(), [39.5, 29.5, 41, 41])
  })

  test('a line through its points', async () => {
    const painting = await painted((drawing) =>
      drawing.line(
        [
          [10, 10],
          [110, 10],
          [110, 60],
        ],
        2,
        black,
      ),
    )
    near(painting.ink(), [9, 39, 102, 52])
    expect(painting.darkness({ x: 20, y: 50, width: 80, height: 35 })).toBe(0)
  })

  test('text, its baseline at the place', async () => {
    const painting = await painted((drawing) => drawing.text('HHH', 30, 40, 20, black))
    const ink = painting.ink()!
    expect(Math.abs(ink.y + ink.height - 60)).toBeLessThan(1.5)
    expect(Math.abs(ink.x - 30)).toBeLessThan(3)
    expect(ink.height).toBeGreaterThan(12)
  })

  test('text in several fonts continues where the last run ended', async () => {
    const alone = (await painted((drawing) => drawing.text('HH', 10, 40, 20, black))).ink()!
    const bothInk = (await painted((drawing) => drawing.text('HH张', 10, 40, 20, black))).ink()!
    expect(bothInk.width).toBeGreaterThan(alone.width + 12)
    expect(bothInk.width).toBeLessThan(alone.width + 30)
  })

  test('another appearance, and rotated content', async () => {
    const form = await painted((drawing, pdf) => {
      const inner = new Drawing(new FontBook(pdf))
      inner.rectangle(0, 0, 30, 10, black, 'fill')
      const box = { width: 30, height: 10, rotation: 0, userUnit: 1 } as const
      drawing.form(pdf.context.register(inner.appearance(box)), 100, 20)
    })
    near(form.ink(), [100, 70, 30, 10])
    const turned = await painted((drawing) =>
      drawing.rotated(100, 50, Math.PI / 2, () => drawing.rectangle(0, 0, 30, 10, black, 'fill')),
    )
    near(turned.ink(), [90, 20, 10, 30])
  })
})

describe('content', () => {
  test('restores the graphics state that it saves (8.4.2)', () => {
    const content = getContent((drawing) => {
      drawing.line([[0, 0]], 1, black)
      drawing.rectangle(0, 0, 1, 1, black, 1)
      drawing.rectangle(0, 0, 1, 1, black, 'fill')
      drawing.circle(0, 0, 1, black, 1)
      drawing.rotated(0, 0, 1, () => drawing.text('x', 0, 0, 1, black))
      drawing.form(PdfRef.of(7), 0, 0)
      drawing.image({ ref: PdfRef.of(8), width: 1, height: 1 }, 0, 0, 1, 1)
    })
    const operators = content.split(/\s+/)
    const count = (name: string) => operators.filter((operator) => operator === name).length
    expect(count('q')).toBe(count('Q'))
    expect(count('BT')).toBe(count('ET'))
  })

  test('text cannot end its string, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...')(\\<>[]/%\n\r\0TjETBTq~ ') }), (text) => {
        const content = getContent((drawing) => drawing.text(text, 0, 0, 10, black))
        const outside = content.replace(/<[\dA-Fa-f]*>/g, '')
        expect(outside).toMatch(/^(BT 0 0 0 rg\n(\/\w+ 10 Tf 1 0 0 1 [\d.]+ 0 Tm\s+Tj\n?)+ET)?$/)
      }),
    )
  })

  test('is empty without operators, and needs no resources', () => {
    expect(getContent(() => {})).toBe('')
    expect(getContent((drawing) => drawing.text('', 0, 0, 10, black))).toBe('')
    expect([...new Drawing(new FontBook(PDF.create())).resources()]).toEqual([])
  })
})

describe('numbers', () => {
  test.each([
    [0, 0],
    [-0, 0],
    [1.0004, 1],
    [1.0006, 1.001],
    [-2.5, -2.5],
    [1 / 3, 0.333],
    [1e-9, 0],
    [123456.7891, 123456.789],
  ])('%d is written %d', (value, written) => {
    const [number] = numberArray([value]).toArray()
    expect(number).toBeInstanceOf(PdfNumber)
    expect(Math.abs((number as PdfNumber).value - written)).toBe(0)
  })

  test('never have an exponent, which PDF does not know (7.3.3)', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (value) => {
        expect(getContent((drawing) => drawing.form(PdfRef.of(7), value, 0))).toMatch(
          /^q 1 0 0 1 -?\d+(\.\d{1,3})? 0 cm \/Fm7 Do Q$/,
        )
      }),
    )
  })
})

describe('an appearance stream (12.5.5)', () => {
  test.each<[Rotation, number[]]>([
    [0, [1, 0, 0, 1, 0, 0]],
    [90, [0, 1, -1, 0, 20, 0]],
    [180, [-1, 0, 0, -1, 40, 20]],
    [270, [0, -1, 1, 0, 0, 40]],
  ])('rotated by %i° has the box as displayed, and a matrix that undoes the rotation', (rotation, matrix) => {
    const drawing = new Drawing(new FontBook(PDF.create()))
    drawing.rectangle(0, 0, 1, 1, black, 'fill')
    const stream = drawing.appearance({ width: 40, height: 20, rotation, userUnit: 1 })
    const numbers = (key: string) =>
      (stream.getArray(key) as PdfArray).toArray().map((object) => (object as PdfNumber).value)
    expect(numbers('BBox')).toEqual([0, 0, 40, 20])
    expect(numbers('Matrix').map((value) => value + 0)).toEqual(matrix)
    expect(stream.getName('Subtype')).toEqual(PdfName.of('Form'))
  })

  test('on a page of another unit is scaled to it', () => {
    const drawing = new Drawing(new FontBook(PDF.create()))
    drawing.rectangle(0, 0, 40, 20, black, 'fill')
    const stream = drawing.appearance({ width: 40, height: 20, rotation: 0, userUnit: 2 })
    expect(stream.getArray('BBox')!.toArray()).toEqual([0, 0, 20, 10].map((value) => PdfNumber.of(value)))
    expect(Buffer.from(stream.data).toString()).toMatch(/^q\n0\.5 0 0 0\.5 0 0 cm\n/)
  })

  test.each([
    [72, '0.013888889', [0, 0, 0.55556, 0.27778]],
    [2500, '0.0004', [0, 0, 0.016, 0.008]],
    [75_000, '0.000013333', [0, 0, 0.00053, 0.00027]],
    [0.1, '10', [0, 0, 400, 200]],
  ])('on a page with a unit of %d has numbers that are exact enough', (userUnit, scale, box) => {
    const drawing = new Drawing(new FontBook(PDF.create()))
    drawing.rectangle(0, 0, 40, 20, black, 'fill')
    const stream = drawing.appearance({ width: 40, height: 20, rotation: 0, userUnit })
    expect(Buffer.from(stream.data).toString()).toContain(`q\n${scale} 0 0 ${scale} 0 0 cm\n`)
    expect(stream.getArray('BBox')!.toArray()).toEqual(box.map((value) => PdfNumber.of(value)))
  })
})
