import { getStroke } from 'perfect-freehand'
import type { InkBox } from './ink.ts'
import { drawPicture } from './picture.ts'

/** A point of a stroke, and the pressure of the pen from 0 to 1. */
type Point = [x: number, y: number, pressure: number]

export interface Stroke {
  points: Point[]
  /** Whether the pen reports its pressure; without, the width follows from the speed. */
  hasPressure: boolean
  /** The largest width of the pen. */
  width: number
}

/**
 * Strokes in the coordinates of the pad on which the first one was drawn, and the part of the plane that the pad of the
 * last one shows: a stroke may leave it.
 */
export interface Drawing extends InkBox {
  strokes: Stroke[]
}

/** The width of the pen as a part of the height of the pad, within these limits. */
const PEN_SHARE = 0.024
const PEN_LIMITS = [3.5, 7] as const

export function findPenWidth(padHeight: number): number {
  const [thinnest, thickest] = PEN_LIMITS
  return Math.min(thickest, Math.max(thinnest, padHeight * PEN_SHARE))
}

function outlineStroke({ points, hasPressure, width }: Stroke): number[][] {
  return getStroke(points, {
    size: width,
    thinning: 0.62,
    smoothing: 0.6,
    streamline: 0.42,
    simulatePressure: !hasPressure,
  })
}

/** The outline of a stroke as the data of an SVG path. */
export function strokePath(stroke: Stroke): string {
  const outline = outlineStroke(stroke)
  const round = (value: number) => Math.round(value * 100) / 100
  const [first, ...others] = outline
  if (!first) return ''
  // Quadratic curves through the middles of the outline's edges are smooth everywhere.
  const curves = [...others, first].map(([x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = [...others, first, others[0] ?? first][index + 1] ?? first
    return `Q${round(x)} ${round(y)} ${round((x + nextX) / 2)} ${round((y + nextY) / 2)}`
  })
  const [startX = 0, startY = 0] = others[0] ?? first
  const [firstX = 0, firstY = 0] = first
  return `M${round((firstX + startX) / 2)} ${round((firstY + startY) / 2)}${curves.join('')}Z`
}

/** The smallest rectangle around the ink that the pad shows; null when there is none. */
export function findInkBox(drawing: Drawing): InkBox | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x = 0, y = 0] of drawing.strokes.flatMap(outlineStroke)) {
    ;[left, right] = [Math.min(left, x), Math.max(right, x)]
    ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
  }
  left = Math.max(left, drawing.left)
  top = Math.max(top, drawing.top)
  const width = Math.min(right, drawing.left + drawing.width) - left
  const height = Math.min(bottom, drawing.top + drawing.height) - top
  return width > 0 && height > 0 ? { left, top, width, height } : null
}

/** What the pad shows of the drawing, cropped to its ink, as a PNG data URL; null when empty. */
export function exportDrawing(drawing: Drawing, color: string): string | null {
  const box = findInkBox(drawing)
  if (!box) return null
  const path = new Path2D(drawing.strokes.map(strokePath).join(''))
  return drawPicture(box, (context) => {
    context.fillStyle = color
    context.fill(path)
  })
}
