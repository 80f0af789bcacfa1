import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placement, turnsSideways } from './orientation.ts'
import { pageLayout, withSquarePixels } from './page-layout.ts'

const box = { x: 10, y: 20, width: 300, height: 200 }

/** Where a point of the unit square goes. */
function moved([a, b, c, d, e, f]: number[], x: number, y: number): [number, number] {
  return [a! * x + c! * y + e!, b! * x + d! * y + f!]
}

/** Where row 0, column 0 of the stored image is displayed, by orientation (Exif 2.32, 4.6.4). */
const firstPixelAt: Record<number, [x: 'left' | 'right', y: 'top' | 'bottom']> = {
  1: ['left', 'top'],
  2: ['right', 'top'],
  3: ['right', 'bottom'],
  4: ['left', 'bottom'],
  5: ['left', 'top'],
  6: ['right', 'top'],
  7: ['right', 'bottom'],
  8: ['left', 'bottom'],
}

describe.each([1, 2, 3, 4, 5, 6, 7, 8])('placement of the orientation %i', (orientation) => {
  const matrix = placement(orientation, box)

  it('fills the box', () => {
    const corners = [0, 1].flatMap((x) => [0, 1].map((y) => moved(matrix, x, y)))
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
    expect([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]).toEqual([10, 20, 310, 220])
  })

  it('shows the first pixel in its corner', () => {
    const [horizontal, vertical] = firstPixelAt[orientation]!
    // The first pixel is at the top of the unit square.
    expect(moved(matrix, 0, 1)).toEqual([horizontal === 'left' ? 10 : 310, vertical === 'top' ? 220 : 20])
  })

  it('shows the rows as columns from 5 on', () => {
    const [start, end] = [moved(matrix, 0, 1), moved(matrix, 1, 1)]
    expect(turnsSideways(orientation)).toBe(start[0] === end[0])
    expect(turnsSideways(orientation)).toBe(orientation >= 5)
  })

  it('mirrors the image in 2, 4, 5 and 7', () => {
    const [a, b, c, d] = matrix
    expect(a! * d! - b! * c! < 0).toBe([2, 4, 5, 7].includes(orientation))
  })
})

describe('pageLayout', () => {
  const side = fc.integer({ min: 1, max: 60_000 })
  const image = fc.record({
    width: side,
    height: side,
    dpi: fc.option(fc.double({ min: -10, max: 5000, noNaN: true })),
  })

  it('keeps every image on its page, with its proportions', () => {
    fc.assert(
      fc.property(image, ({ width, height, dpi }) => {
        const page = pageLayout({ width, height, dpi })
        const { x, y, ...size } = page.image
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
        expect(x + size.width).toBeLessThanOrEqual(page.width + 0.01)
        expect(y + size.height).toBeLessThanOrEqual(page.height + 0.01)
        // A hundredth of a point of rounding on each side.
        expect(Math.abs(size.width * height - size.height * width)).toBeLessThanOrEqual(
          0.006 * (width + height),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('is A4, turned for wide images, or the image itself from one inch to A3', () => {
    fc.assert(
      fc.property(image, ({ width, height, dpi }) => {
        const page = pageLayout({ width, height, dpi })
        const sides = [page.width, page.height]
        if (page.image.width === page.width && page.image.height === page.height && dpi) {
          for (const length of sides) expect(length >= 72 && length <= 1191).toBe(true)
        } else expect(sides).toEqual(width > height ? [842, 595] : [595, 842])
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['a receipt of one inch', { width: 72, height: 720, dpi: 72 }, [72, 720]],
    ['less than an inch', { width: 71, height: 720, dpi: 72 }, [595, 842]],
    ['A3', { width: 1191, height: 842, dpi: 72 }, [1191, 842]],
    ['more than A3', { width: 1192, height: 842, dpi: 72 }, [842, 595]],
    ['A4 at 600 pixels per inch', { width: 4961, height: 7016, dpi: 600 }, [595.32, 841.92]],
    ['the resolution of a camera', { width: 4000, height: 3000, dpi: 72 }, [842, 595]],
    ['a resolution of zero', { width: 100, height: 100, dpi: 0 }, [595, 842]],
    ['a negative resolution', { width: 100, height: 100, dpi: -72 }, [595, 842]],
  ])('gives %s its page', (_, size, page) => {
    const { width, height } = pageLayout(size)
    expect([width, height]).toEqual(page)
  })

  it('does not enlarge small images beyond 96 pixels per inch', () => {
    expect(pageLayout({ width: 10, height: 20, dpi: null }).image).toEqual({
      x: 293.75,
      y: 413.5,
      width: 7.5,
      height: 15,
    })
  })
})

describe('withSquarePixels', () => {
  const size = { width: 1728, height: 1100 }

  it.each([
    ['square ones', { x: 200, y: 200, unit: 'inch' as const }, { ...size, dpi: 200 }],
    ['those of a fax', { x: 204, y: 98, unit: 'inch' as const }, { width: 830.12, height: 1100, dpi: 98 }],
    ['wide ones', { x: 1, y: 2, unit: null }, { width: 1728, height: 550, dpi: null }],
    ['high ones', { x: 2, y: 1, unit: null }, { width: 864, height: 1100, dpi: null }],
    ['what no scanner has', { x: 72, y: 1, unit: 'inch' as const }, { ...size, dpi: null }],
    ['unknown ones', null, { ...size, dpi: null }],
  ])('makes %s square', (_, resolution, { width, height, dpi }) => {
    const square = withSquarePixels(size, resolution)
    expect(square).toEqual({ width: expect.closeTo(width, 2), height: expect.closeTo(height, 2), dpi })
  })

  it('gives a fax a page of the size of its paper', () => {
    const { width, height } = pageLayout(withSquarePixels(size, { x: 204, y: 98, unit: 'inch' }))
    expect([width, height]).toEqual([609.88, 808.16])
  })
})
