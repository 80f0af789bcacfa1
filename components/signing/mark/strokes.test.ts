import { expect, it } from 'vitest'
import { findInkBox, findPenWidth, type Stroke } from './strokes.ts'

const pad = { left: 0, top: 0, width: 300, height: 150 }
const width = findPenWidth(pad.height)
const stroke = (...points: [x: number, y: number][]): Stroke => ({
  ...{ hasPressure: false, width },
  points: points.map(([x, y]) => [x, y, 0.5]),
})

it('a drawing has no ink outside of the pad', () => {
  const left = stroke([150, 75], [100, 60], [40, 50], [-80, 40], [-90, 200], [60, 190], [120, 100])
  const box = findInkBox({ ...pad, strokes: [left] })!
  expect(box.left).toBe(0)
  expect(box.top).toBeGreaterThan(30)
  expect(box.top + box.height).toBe(pad.height)
  expect(findInkBox({ ...pad, strokes: [stroke([-90, 20], [-80, 40])] })).toBeNull()
  expect(findInkBox({ ...pad, strokes: [] })).toBeNull()
})

it('a dot is cropped to the width of the pen', () => {
  const box = findInkBox({ ...pad, strokes: [stroke([150, 75])] })!
  for (const side of [box.width, box.height]) {
    expect(side).toBeGreaterThan(1)
    expect(side).toBeLessThan(width * 1.3)
  }
  expect(Math.abs(box.left + box.width / 2 - 150)).toBeLessThan(1)
})

it('a drawing has the ink of the part that a later pad of another shape shows', () => {
  const strokes = [stroke([100, 75], [200, 75]), stroke([150, 75], [150, 300])]
  expect(findInkBox({ ...pad, strokes })!.height).toBeLessThan(80)
  const upright = { left: 0, top: -225, width: 300, height: 600 }
  expect(findInkBox({ ...upright, strokes })!.height).toBeGreaterThan(150)
})
