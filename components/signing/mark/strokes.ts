import { getStroke } from 'perfect-freehand'
import { drawPicture } from './picture.ts'

/** A point of a stroke, and the pressure of the pen from 0 to 1. */
type Point = [x: number, y: number, pressure: number]

export interface Stroke {
  points: Point[]
  /** Whether the pen reports its pressure; without, the width follows from the speed. */
  hasPressure: boolean
}

/** Strokes in the coordinates of the pad on which the first one was drawn. */
export interface Drawing {
  strokes: Stroke[]
  width: number
  height: number
}

/** The width of the pen as a part of the height of the pad, within these limits. */
const PEN_SHARE = 0.024
const PEN_LIMITS = [3.5, 7] as const

/** The outline of a stroke as the data of an SVG path. */
export function strokePath({ points, hasPressure }: Stroke, padHeight: number): string {
  const [thinnest, thickest] = PEN_LIMITS
  const outline = getStroke(points, {
    size: Math.min(thickest, Math.max(thinnest, padHeight * PEN_SHARE)),
    thinning: 0.62,
    smoothing: 0.6,
    streamline: 0.42,
    simulatePressure: !hasPressure,
  })
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

/** The drawing, cropped to its ink, as a PNG data URL; null when empty. */
export function exportDrawing(drawing: Drawing, color: string): string | null {
  const points = drawing.strokes.flatMap((stroke) => stroke.points)
  if (points.length === 0) return null
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const margin = PEN_LIMITS[1]
  const box = { left: Math.min(...xs) - margin, top: Math.min(...ys) - margin, width: 0, height: 0 }
  box.width = Math.max(...xs) + margin - box.left
  box.height = Math.max(...ys) + margin - box.top
  const path = new Path2D(drawing.strokes.map((stroke) => strokePath(stroke, drawing.height)).join(''))
  return drawPicture(box, (context) => {
    context.fillStyle = color
    context.fill(path)
  })
}
