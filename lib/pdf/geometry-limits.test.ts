import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clipToPage,
  normalizeRect,
  normalizeRotation,
  type PageBoxes,
  type Rect,
  readPageGeometry,
  rectToZone,
  toUserSpace,
  type ZoneBox,
  zoneToRect,
} from './geometry.ts'

/** Numbers of every kind that a file may have, infinities and NaN among them. */
const anyNumber = fc.oneof(
  fc.double(),
  fc.integer({ min: -2000, max: 2000 }),
  fc.constantFrom(0, -0, 1e-300, -1e-300, 1e308, -1e308, 2 ** 53, 0.1 + 0.2),
)
const anyBox = fc.option(fc.array(anyNumber, { maxLength: 6 }), { nil: undefined })
const anyBoxes: fc.Arbitrary<PageBoxes> = fc.record({
  mediaBox: anyBox,
  cropBox: anyBox,
  rotate: fc.option(anyNumber),
  userUnit: fc.option(anyNumber),
})
/** A page of ordinary size, with its corner anywhere. */
const page = fc
  .tuple(
    fc.integer({ min: -5000, max: 5000 }),
    fc.integer({ min: -5000, max: 5000 }),
    fc.integer({ min: 10, max: 3000 }),
    fc.integer({ min: 10, max: 3000 }),
    fc.constantFrom(0, 90, 180, 270),
    fc.constantFrom(1, 2, 0.1, 10),
  )
  .map(([x, y, width, height, rotate, userUnit]) =>
    readPageGeometry(1, { mediaBox: [x, y, x + width, y + height], rotate, userUnit }),
  )
const zone: fc.Arbitrary<ZoneBox> = fc.record({
  x: fc.integer({ min: -500, max: 4000 }),
  y: fc.integer({ min: -500, max: 4000 }),
  width: fc.integer({ min: 0, max: 900 }),
  height: fc.integer({ min: 0, max: 900 }),
})

describe('a page of any numbers', () => {
  test('has a box with an area, a turn, and a unit above zero', () => {
    fc.assert(
      fc.property(anyBoxes, (boxes) => {
        const { box, rotation, userUnit, width, height } = readPageGeometry(1, boxes)
        expect(box.every(Number.isFinite)).toBe(true)
        expect(box[2]).toBeGreaterThan(box[0])
        expect(box[3]).toBeGreaterThan(box[1])
        expect([0, 90, 180, 270]).toContain(rotation)
        expect(userUnit).toBeGreaterThan(0)
        expect(Number.isNaN(width) || Number.isNaN(height)).toBe(false)
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 3000 },
    )
  })

  test('has its box within the media box, and within the crop box where they intersect', () => {
    fc.assert(
      fc.property(anyBoxes, (boxes) => {
        const { box } = readPageGeometry(1, boxes)
        const media = normalizeRect(boxes.mediaBox) ?? ([0, 0, 612, 792] as Rect)
        const crop = normalizeRect(boxes.cropBox) ?? media
        const isWithin = (outer: Rect) =>
          box[0] >= outer[0] && box[1] >= outer[1] && box[2] <= outer[2] && box[3] <= outer[3]
        expect(isWithin(media)).toBe(true)
        const intersects =
          Math.min(crop[2], media[2]) > Math.max(crop[0], media[0]) &&
          Math.min(crop[3], media[3]) > Math.max(crop[1], media[1])
        expect(isWithin(crop) || !intersects).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('is the same where the corners of its boxes are exchanged', () => {
    fc.assert(
      fc.property(anyBoxes, fc.nat(3), (boxes, way) => {
        const exchanged = (values: readonly number[] | null | undefined) => {
          if (values?.length !== 4) return values
          const [ax, ay, bx, by] = values as Rect
          return (
            [
              [ax, ay, bx, by],
              [bx, ay, ax, by],
              [ax, by, bx, ay],
              [bx, by, ax, ay],
            ] as const
          )[way]
        }
        const other = { ...boxes, mediaBox: exchanged(boxes.mediaBox), cropBox: exchanged(boxes.cropBox) }
        expect(readPageGeometry(1, other)).toEqual(readPageGeometry(1, boxes))
      }),
      { numRuns: 1000 },
    )
  })

  test('turned by a quarter exchanges width and height, turned by a half keeps them', () => {
    fc.assert(
      fc.property(anyBoxes, fc.integer({ min: -20, max: 20 }), (boxes, turns) => {
        const upright = readPageGeometry(1, { ...boxes, rotate: 0 })
        const turned = readPageGeometry(1, { ...boxes, rotate: turns * 90 })
        const sides = turns % 2 === 0 ? [upright.width, upright.height] : [upright.height, upright.width]
        expect([turned.width, turned.height]).toEqual(sides)
        expect(turned.box).toEqual(upright.box)
      }),
    )
  })

  test.each([
    [-0, 0],
    [-360, 0],
    [90.5, 0],
    [89.999999, 0],
    [1e20, 0],
    [90 * 2 ** 40, 0],
    [-90 * (2 ** 40 + 1), 270],
    [Number.NEGATIVE_INFINITY, 0],
  ])('/Rotate %d is displayed as %d', (rotate, turn) => {
    expect(normalizeRotation(rotate)).toBe(turn)
  })

  test.each<[string, PageBoxes, Partial<ReturnType<typeof readPageGeometry>>]>([
    ['numbers with noise', { mediaBox: [0, 0, 0.1 + 0.2, 0.7 + 0.1] }, { width: 0.3, height: 0.8 }],
    ['noise of a unit', { mediaBox: [0, 0, 3, 3], userUnit: 0.1 }, { width: 0.3 }],
    [
      'a crop box that touches an edge',
      { mediaBox: [0, 0, 9, 9], cropBox: [9, 0, 18, 9] },
      { box: [0, 0, 9, 9] },
    ],
    ['a crop box that is the page', { mediaBox: [0, 0, 9, 9], cropBox: [0, 0, 9, 9] }, { box: [0, 0, 9, 9] }],
    [
      'a crop box around the page',
      { mediaBox: [0, 0, 9, 9], cropBox: [-5, -5, 50, 50] },
      { box: [0, 0, 9, 9] },
    ],
    ['a crop box without a media box', { cropBox: [100, 100, 200, 9000] }, { box: [100, 100, 200, 792] }],
    ['an infinite media box', { mediaBox: [0, 0, Number.POSITIVE_INFINITY, 9] }, { box: [0, 0, 612, 792] }],
    ['an infinite unit', { mediaBox: [0, 0, 9, 9], userUnit: Number.POSITIVE_INFINITY }, { userUnit: 1 }],
    ['five numbers', { mediaBox: [0, 0, 9, 9, 9] }, { box: [0, 0, 612, 792] }],
  ])('%s', (_, boxes, expected) => {
    expect(readPageGeometry(1, boxes)).toMatchObject(expected)
  })
})

describe('zones on a page', () => {
  test('that one is within another holds in user space too', () => {
    fc.assert(
      fc.property(page, zone, fc.nat(90), fc.nat(90), (shownPage, outer, left, top) => {
        const inner = {
          x: outer.x + (outer.width * left) / 100,
          y: outer.y + (outer.height * top) / 100,
          width: outer.width / 20,
          height: outer.height / 20,
        }
        const [big, small] = [zoneToRect(shownPage, outer), zoneToRect(shownPage, inner)]
        for (const side of [0, 1]) expect(small[side]).toBeGreaterThanOrEqual(big[side]! - 1e-6)
        for (const side of [2, 3]) expect(small[side]).toBeLessThanOrEqual(big[side]! + 1e-6)
      }),
      { numRuns: 500 },
    )
  })

  test('keep their area, in user space units', () => {
    fc.assert(
      fc.property(page, zone, (shownPage, area) => {
        const [left, bottom, right, top] = zoneToRect(shownPage, area)
        const expected = (area.width * area.height) / shownPage.userUnit ** 2
        expect(Math.abs((right - left) * (top - bottom) - expected)).toBeLessThan(1e-3 + expected * 1e-6)
      }),
      { numRuns: 500 },
    )
  })

  test('four quarter turns of a page bring a point back to its place', () => {
    fc.assert(
      fc.property(page, fc.nat(100), fc.nat(100), (shownPage, x, y) => {
        // A page that is displayed a quarter further: the point (x, y) is displayed at (height - y, x).
        let point = { x: (x * shownPage.width) / 100, y: (y * shownPage.height) / 100 }
        let turned = shownPage
        const [before] = [toUserSpace(shownPage, point)]
        for (let quarter = 1; quarter <= 4; quarter++) {
          point = { x: turned.height - point.y, y: point.x }
          turned = {
            ...turned,
            rotation: ((turned.rotation + 90) % 360) as 0,
            width: turned.height,
            height: turned.width,
          }
          const after = toUserSpace(turned, point)
          expect(after[0]).toBeCloseTo(before[0], 6)
          expect(after[1]).toBeCloseTo(before[1], 6)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('clipped to the page are the zone where it is on the page, and never larger', () => {
    fc.assert(
      fc.property(page, zone, (shownPage, area) => {
        const clipped = clipToPage(shownPage, area)
        const isOn =
          area.x >= 0 &&
          area.y >= 0 &&
          area.x + area.width <= shownPage.width &&
          area.y + area.height <= shownPage.height &&
          area.width > 0 &&
          area.height > 0
        if (isOn) expect(clipped).toEqual(area)
        if (!clipped) return
        expect(clipped.width).toBeLessThanOrEqual(area.width)
        expect(clipped.height).toBeLessThanOrEqual(area.height)
        const back = rectToZone(shownPage, zoneToRect(shownPage, clipped))
        expect(back.width).toBeCloseTo(clipped.width, 6)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    [{ x: 0, y: 0, width: 0, height: 5 }],
    [{ x: 0, y: 0, width: -5, height: 5 }],
    [{ x: Number.NaN, y: 0, width: 5, height: 5 }],
    [{ x: 0, y: 0, width: Number.NaN, height: 5 }],
    [{ x: 100, y: 0, width: 5, height: 5 }],
    [{ x: -5, y: -5, width: 5, height: 5 }],
  ])('without an area on the page are nothing: %j', (area) => {
    expect(clipToPage(readPageGeometry(1, { mediaBox: [0, 0, 100, 100] }), area)).toBeNull()
  })
})
