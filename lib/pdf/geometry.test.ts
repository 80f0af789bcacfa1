import fc from 'fast-check'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { buildPdf } from './fixtures/build.ts'
import {
  appearanceMatrix,
  clipToPage,
  normalizeRect,
  normalizeRotation,
  type PageGeometry,
  type Rect,
  type Rotation,
  readPageGeometry,
  rectToZone,
  toUserSpace,
  zoneToRect,
} from './geometry.ts'

const length = fc.double({ min: 1, max: 5000, noNaN: true })
const origin = fc.double({ min: -3000, max: 3000, noNaN: true })
const rotation = fc.constantFrom<Rotation>(0, 90, 180, 270)
const unit = fc.constantFrom(1, 0.5, 2, 3.75)
const rect = fc
  .tuple(origin, origin, length, length)
  .map(([x, y, width, height]): Rect => [x, y, x + width, y + height])
const anyPage = fc
  .record({
    mediaBox: rect,
    cropBox: fc.option(rect),
    turns: fc.integer({ min: -9, max: 9 }),
    userUnit: unit,
  })
  .map(({ mediaBox, cropBox, turns, userUnit }) =>
    readPageGeometry(1, { mediaBox, cropBox, rotate: turns * 90, userUnit }),
  )
const share = fc.double({ min: 0, max: 1, noNaN: true })
const pageAndZone = fc.tuple(anyPage, share, share, share, share).map(([page, x, y, width, height]) => ({
  page,
  zone: {
    x: x * page.width,
    y: y * page.height,
    width: width * (1 - x) * page.width,
    height: height * (1 - y) * page.height,
  },
}))

describe('the four turns', () => {
  test.each([
    [0, 0],
    [90, 90],
    [-90, 270],
    [-270, 90],
    [450, 90],
    [720, 0],
    [-180, 180],
    [45, 0],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
  ])('/Rotate %d is displayed as %d', (rotate, turn) => {
    expect(normalizeRotation(rotate)).toBe(turn)
  })

  test('every multiple of 90 is one of the four', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), (turns) => {
        const turn = normalizeRotation(turns * 90)
        expect([0, 90, 180, 270]).toContain(turn)
        expect(Math.abs(turns * 90 - turn) % 360).toBe(0)
      }),
    )
  })
})

describe('the boxes of a page', () => {
  test('corners may come in any order', () => {
    expect(normalizeRect([612, 792, 0, 0])).toEqual([0, 0, 612, 792])
    expect(normalizeRect([0, 792, 612, 0])).toEqual([0, 0, 612, 792])
  })

  test.each([[[0, 0, 0, 792]], [[0, 0, 612, 0]], [[0, 0, 10]], [[0, 0, Number.NaN, 1]], [null], [undefined]])(
    'no rectangle: %j',
    (values) => {
      expect(normalizeRect(values)).toBeNull()
    },
  )

  test('the crop box is clipped to the media box', () => {
    const page = readPageGeometry(3, { mediaBox: [0, 0, 600, 800], cropBox: [-50, 100, 300, 900] })
    expect(page).toEqual({
      number: 3,
      width: 300,
      height: 700,
      rotation: 0,
      box: [0, 100, 300, 800],
      userUnit: 1,
    })
  })

  test('a crop box outside the media box, or without area, is not used', () => {
    expect(readPageGeometry(1, { mediaBox: [0, 0, 600, 800], cropBox: [700, 900, 800, 990] }).box).toEqual([
      0, 0, 600, 800,
    ])
    expect(readPageGeometry(1, { mediaBox: [0, 0, 600, 800], cropBox: [5, 5, 5, 5] }).box).toEqual([
      0, 0, 600, 800,
    ])
  })

  test('without a media box it is US Letter', () => {
    expect(readPageGeometry(1, {}).box).toEqual([0, 0, 612, 792])
    expect(readPageGeometry(1, { mediaBox: [0, 0, 0, 0] }).box).toEqual([0, 0, 612, 792])
  })

  test('width and height are as displayed: turned and in points', () => {
    const page = readPageGeometry(1, { mediaBox: [0, 0, 100, 200], rotate: -90, userUnit: 2 })
    expect([page.width, page.height, page.rotation]).toEqual([400, 200, 270])
  })

  test.each([0, -1, Number.NaN, null, undefined])('a /UserUnit of %s is 1', (userUnit) => {
    expect(readPageGeometry(1, { mediaBox: [0, 0, 10, 10], userUnit }).userUnit).toBe(1)
  })
})

describe('zone and rectangle', () => {
  const page = (rotate: number, userUnit = 1) =>
    readPageGeometry(1, { mediaBox: [10, 20, 110, 220], rotate, userUnit })
  const zone = { x: 5, y: 7, width: 30, height: 11 }

  test.each([
    [0, [15, 202, 45, 213]],
    [90, [17, 25, 28, 55]],
    [180, [75, 27, 105, 38]],
    [270, [92, 185, 103, 215]],
  ])('worked by hand, turned by %d', (rotate, expected) => {
    expect(zoneToRect(page(rotate), zone)).toEqual(expected)
  })

  test('points become user space units', () => {
    expect(zoneToRect(page(0, 2), { x: 10, y: 14, width: 60, height: 22 })).toEqual([15, 202, 45, 213])
  })

  test('rectToZone ∘ zoneToRect is the identity', () => {
    fc.assert(
      fc.property(pageAndZone, ({ page, zone }) => {
        const back = rectToZone(page, zoneToRect(page, zone))
        for (const key of ['x', 'y', 'width', 'height'] as const) expect(back[key]).toBeCloseTo(zone[key], 6)
      }),
      { numRuns: 2000 },
    )
  })

  test('zoneToRect ∘ rectToZone is the identity, and the rectangle is normalized', () => {
    fc.assert(
      fc.property(anyPage, rect, (page, rect) => {
        const [x0, y0, x1, y1] = rect
        const back = zoneToRect(page, rectToZone(page, normalizeRect([x1, y0, x0, y1])!))
        for (let i = 0; i < 4; i++) expect(back[i]).toBeCloseTo(rect[i]!, 6)
        expect(back[0] <= back[2] && back[1] <= back[3]).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('a zone on the page has its rectangle in the page box', () => {
    fc.assert(
      fc.property(pageAndZone, ({ page, zone }) => {
        const [left, bottom, right, top] = zoneToRect(page, zone)
        expect(left).toBeGreaterThanOrEqual(page.box[0] - 1e-6)
        expect(bottom).toBeGreaterThanOrEqual(page.box[1] - 1e-6)
        expect(right).toBeLessThanOrEqual(page.box[2] + 1e-6)
        expect(top).toBeLessThanOrEqual(page.box[3] + 1e-6)
      }),
    )
  })

  test('toDisplay undoes toUserSpace', () => {
    fc.assert(
      fc.property(pageAndZone, ({ page, zone }) => {
        const back = toDisplay(page, toUserSpace(page, zone))
        expect(back.x).toBeCloseTo(zone.x, 6)
        expect(back.y).toBeCloseTo(zone.y, 6)
      }),
    )
  })
})

describe('against pdf.js', () => {
  test('a page is measured, and a placed point displayed, as pdf.js does it on a real file', async () => {
    await fc.assert(
      fc.asyncProperty(
        rect,
        fc.option(rect),
        fc.integer({ min: -5, max: 5 }),
        unit,
        fc.array(fc.tuple(share, share), { minLength: 20, maxLength: 20 }),
        async (mediaBox, cropBox, turns, userUnit, points) => {
          const boxes = { mediaBox: rounded(mediaBox), cropBox: cropBox && rounded(cropBox), userUnit }
          const task = getDocument({
            data: buildPdf({ pages: [{ ...boxes, rotate: turns * 90 }] }),
            verbosity: 0,
          })
          const displayedPage = await (await task.promise).getPage(1)
          const viewport = displayedPage.getViewport({ scale: 1 })
          const page = readPageGeometry(1, { ...boxes, rotate: turns * 90 })
          for (let i = 0; i < 4; i++) expect(page.box[i]).toBeCloseTo(displayedPage.view[i]!, 3)
          expect(page.rotation).toBe(displayedPage.rotate)
          expect(page.width).toBeCloseTo(viewport.width, 3)
          expect(page.height).toBeCloseTo(viewport.height, 3)
          for (const [across, down] of points) {
            const place = { x: across * page.width, y: down * page.height }
            const written = toUserSpace(page, place)
            const [userX, userY] = viewport.convertToPdfPoint(place.x, place.y)
            expect(written).toEqual([expect.closeTo(userX, 3), expect.closeTo(userY, 3)])
            const [x, y] = viewport.convertToViewportPoint(...written)
            expect({ x, y }).toEqual({ x: expect.closeTo(place.x, 3), y: expect.closeTo(place.y, 3) })
          }
          await task.destroy()
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('the appearance', () => {
  /** ISO 32000-2, 12.5.5, algorithm 8: where a point of the form space lands in user space. */
  function land(page: PageGeometry, zone: { x: number; y: number; width: number; height: number }) {
    const [llx, lly] = zoneToRect(page, zone)
    const [a, b, c, d, e, f] = appearanceMatrix(
      page.rotation,
      zone.width / page.userUnit,
      zone.height / page.userUnit,
    )
    return (x: number, y: number): [number, number] => [a * x + c * y + e + llx, b * x + d * y + f + lly]
  }

  test('is upright: its upper left corner is the upper left corner of the zone as displayed', () => {
    fc.assert(
      fc.property(pageAndZone, ({ page, zone }) => {
        const place = land(page, zone)
        const width = zone.width / page.userUnit
        const height = zone.height / page.userUnit
        const corners = [
          [place(0, height), { x: zone.x, y: zone.y }],
          [place(width, height), { x: zone.x + zone.width, y: zone.y }],
          [place(0, 0), { x: zone.x, y: zone.y + zone.height }],
        ] as const
        for (const [point, expected] of corners) {
          const displayed = toDisplay(page, point)
          expect(displayed.x).toBeCloseTo(expected.x, 4)
          expect(displayed.y).toBeCloseTo(expected.y, 4)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('every matrix keeps areas and does not mirror', () => {
    fc.assert(
      fc.property(rotation, length, length, (turn, width, height) => {
        const [a, b, c, d] = appearanceMatrix(turn, width, height)
        expect(a * d - b * c).toBe(1)
      }),
    )
  })
})

function rounded(values: Rect): Rect {
  return values.map((value) => Math.round(value * 100) / 100) as Rect
}

/** The inverse of `toUserSpace`: where a point of default user space is displayed. */
function toDisplay(page: PageGeometry, [px, py]: readonly [number, number]): { x: number; y: number } {
  const [x0, y0, x1, y1] = page.box
  const unit = page.userUnit
  switch (page.rotation) {
    case 0:
      return { x: (px - x0) * unit, y: (y1 - py) * unit }
    case 90:
      return { x: (py - y0) * unit, y: (px - x0) * unit }
    case 180:
      return { x: (x1 - px) * unit, y: (py - y0) * unit }
    case 270:
      return { x: (y1 - py) * unit, y: (x1 - px) * unit }
  }
}

describe('a rectangle as displayed', () => {
  test('is clipped to the page, or nothing', () => {
    fc.assert(
      fc.property(pageAndZone, origin, origin, ({ page, zone }, dx, dy) => {
        const movedZone = { ...zone, x: zone.x + dx, y: zone.y + dy }
        const clipped = clipToPage(page, movedZone)
        const isOutside =
          movedZone.x >= page.width ||
          movedZone.y >= page.height ||
          movedZone.x + movedZone.width <= 0 ||
          movedZone.y + movedZone.height <= 0
        if (isOutside) expect(clipped).toBeNull()
        if (!clipped) return
        expect(clipped.x).toBeGreaterThanOrEqual(0)
        expect(clipped.y).toBeGreaterThanOrEqual(0)
        expect(clipped.x + clipped.width).toBeLessThanOrEqual(page.width + 1e-6)
        expect(clipped.y + clipped.height).toBeLessThanOrEqual(page.height + 1e-6)
        expect(clipToPage(page, clipped)).toEqual(clipped)
      }),
    )
  })
})
