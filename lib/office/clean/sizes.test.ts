import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getBackground, hasBox, withPaddedSides } from './boxes.ts'
import { parseDeclarations } from './css.ts'
import {
  computeFontPoints,
  imageSize,
  PAGE_WIDTH_PIXELS,
  widthAttribute,
  withAbsoluteLengths,
} from './sizes.ts'

const css = (text: string) => parseDeclarations(text)

describe('computeFontPoints', () => {
  it.each([
    ['p', '', 12, 12],
    ['p', '16px', 12, 12],
    ['p', '10pt', 12, 10],
    ['p', '1in', 12, 72],
    ['p', '1pc', 12, 12],
    ['p', '2.54cm', 12, 72],
    ['p', '25.4mm', 12, 72],
    ['p', '1.5em', 10, 15],
    ['p', '1.5rem', 10, 18],
    ['p', '150%', 10, 15],
    ['p', '.5em', 20, 10],
    ['p', 'x-large', 10, 18],
    ['p', 'SMALLER', 10, 8.3],
    ['p', '3ex', 10, 10],
    ['p', '10', 10, 10],
    ['p', 'inherit', 10, 10],
    ['p', '1pt', 12, 4],
    ['p', '9999pt', 12, 200],
    ['h1', '', 12, 24],
    ['h1', '', 20, 40],
    ['h4', '', 12, 12],
    ['h6', '', 10, 6.7],
    ['small', '', 10, 8.3],
    ['h1', '14pt', 12, 14],
    ['h1', 'larger', 10, 12],
  ])('of <%s> with the size %j in text of %i points is %d', (name, size, parentPoints, points) => {
    expect(computeFontPoints(name, css(`font-size: ${size}`), parentPoints)).toBe(points)
  })

  it('stays readable and on the page, whatever the style and the text around it', () => {
    const size = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.stringMatching(/^\d{1,7}(\.\d{1,6})?(px|pt|em|%|rem|cm)$/),
    )
    fc.assert(
      fc.property(
        fc.constantFrom('p', 'h1', 'h6', 'big'),
        size,
        fc.integer({ min: 4, max: 200 }),
        (name, text, parent) => {
          const points = computeFontPoints(name, new Map([['font-size', text]]), parent)
          expect(points >= 4 && points <= 200).toBe(true)
        },
      ),
    )
  })
})

describe('withAbsoluteLengths', () => {
  it.each([
    ['1em 2rem 3px 10%', '20pt 24pt 3px 10%'],
    ['.5EM', '10pt'],
    ['0em', '0pt'],
    ['#1em', '#1em'],
    ['a1em', 'a1em'],
    ['1emx', '1emx'],
    ["'Gem 1'", "'Gem 1'"],
  ])('writes %j as %j', (value, expected) => {
    expect(withAbsoluteLengths(value, 20)).toBe(expected)
  })
})

describe('widthAttribute', () => {
  it.each([
    ['50%', '50%'],
    ['120', '120'],
    ['120px', '120'],
    ['90pt', '120'],
    ['1in', '96'],
    ['2em', '32'],
    ['auto', null],
    ['0px', null],
    ['99999%', null],
    ['1vw', null],
    ['', null],
    [undefined, null],
  ])('of %j is %j', (value, expected) => {
    expect(widthAttribute(value)).toBe(expected)
  })
})

describe('imageSize', () => {
  const natural = { width: 400, height: 200 }

  it.each([
    [
      { width: null, height: null },
      { width: 400, height: 200 },
    ],
    [
      { width: '100', height: null },
      { width: 100, height: 50 },
    ],
    [
      { width: null, height: '100' },
      { width: 200, height: 100 },
    ],
    [
      { width: '100', height: '10' },
      { width: 100, height: 10 },
    ],
    [
      { width: '50%', height: null },
      { width: 321, height: 161 },
    ],
    [
      { width: '50%', height: '50%' },
      { width: 321, height: 161 },
    ],
    [
      { width: '2000', height: null },
      { width: 642, height: 321 },
    ],
    [
      { width: null, height: '9000' },
      { width: 642, height: 321 },
    ],
    [
      { width: '1', height: '9000' },
      { width: 1, height: 900 },
    ],
  ])('of an image of 400 by 200 with %j is %j', (wanted, expected) => {
    expect(imageSize(natural, wanted)).toEqual(expected)
  })

  it('fits the page, and has at least one pixel', () => {
    const side = fc.integer({ min: 1, max: 40_000 })
    const wanted = fc.option(fc.integer({ min: 0, max: 9999 }).map(String))
    fc.assert(
      fc.property(side, side, wanted, wanted, (naturalWidth, naturalHeight, width, height) => {
        const size = imageSize({ width: naturalWidth, height: naturalHeight }, { width, height })
        expect(size.width >= 1 && size.width <= PAGE_WIDTH_PIXELS).toBe(true)
        expect(size.height >= 1 && size.height <= 900).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('boxes', () => {
  it.each([
    ['background: #eee', true],
    ['background-color: red', true],
    ['border: 1px solid red', true],
    ['border-left: 1px solid red', true],
    ['border-style: dashed', true],
    ['', false],
    ['background: white', false],
    ['background: #FFF', false],
    ['background: transparent', false],
    ['border: 0', false],
    ['border: none', false],
    ['border-top: 0px solid red', false],
    ['padding: 10px', false],
  ])('%j is seen: %s', (style, expected) => {
    expect(hasBox(css(style))).toBe(expected)
  })

  it('gives an element without a background that of its parent', () => {
    expect(getBackground(css('background: #eee'), '#123')).toBe('#eee')
    expect(getBackground(css('background: none'), '#123')).toBe('#123')
    expect(getBackground(css(''), '#123')).toBe('#123')
  })

  it.each([
    ['padding: 4px; border-bottom: 1px solid red', ['border-left', 'border-right']],
    ['padding-left: 4px; border-left: 1px solid red', ['border-right']],
    ['padding: 4px; border: 1px solid red', []],
    ['padding: 4px', []],
    ['border-bottom: 1px solid red', []],
  ])('borders of the colour of the background are added to %j at %j', (style, sides) => {
    const declarations = css(style)
    const padded = withPaddedSides(declarations, '#abc')
    expect([...padded.keys()].filter((property) => !declarations.has(property))).toEqual(sides)
    for (const side of sides) expect(padded.get(side)).toBe('0.1pt solid #abc')
  })
})
