import { DrawFuncs } from 'harfbuzzjs'
import { type HandwritingFont, handwritingFonts } from '#lib/core/handwriting'
import { markBaseline, markHeight, markWidthShare } from '../fields/typed-mark.ts'
import { type FontStyle, face } from './faces.ts'
import { handwritingFontsFor, textRuns } from './fonts.ts'
import { lineExtent, listGlyphs } from './ink.ts'
import { getFont, loadLibraries, type TextRun } from './shaping.ts'

/** A typed signature as an SVG path in a view box from 0, 0; the same outlines as in the PDF. */
export interface TypedOutline {
  /** Null: italics, as no handwriting has every character. */
  font: HandwritingFont | null
  name: string | null
  width: number
  height: number
  path: string
}

/** Units of the path at size 1. */
const UNITS = 1000

/** The outlines of a typed signature in each handwriting that is offered for the text, the default first. */
export async function outlineTyped(text: string): Promise<TypedOutline[]> {
  await loadLibraries()
  const fonts = handwritingFontsFor(text)
  if (fonts.length === 0) return [{ font: null, name: null, ...outline(text, 'hand') }]
  return fonts.map((font) => ({ font, name: handwritingFonts[font], ...outline(text, font) }))
}

function outline(text: string, style: FontStyle): Pick<TypedOutline, 'width' | 'height' | 'path'> {
  const runs = textRuns(text, style)
  const { left, right } = lineExtent(text, style)
  const width = (right - left) / markWidthShare
  const height = markHeight(text)
  const parts: string[] = []
  let x = (width - left - right) / 2
  for (const run of runs) {
    drawRun(run, x, height / 2 + markBaseline, parts)
    x += run.width
  }
  return { width: Math.round(width * UNITS), height: height * UNITS, path: parts.join('') }
}

/** Where the outline of a glyph goes: `x`, `y` (at size 1, downwards) of its origin. */
interface Pen {
  x: number
  y: number
  unitsPerEm: number
  parts: string[]
}

const draw = new DrawFuncs()
draw.setMoveToFunc((x, y, pen) => addOperator(pen as Pen, 'M', x, y))
draw.setLineToFunc((x, y, pen) => addOperator(pen as Pen, 'L', x, y))
draw.setQuadraticToFunc((cx, cy, x, y, pen) => addOperator(pen as Pen, 'Q', cx, cy, x, y))
draw.setCubicToFunc((ax, ay, bx, by, x, y, pen) => addOperator(pen as Pen, 'C', ax, ay, bx, by, x, y))
draw.setClosePathFunc((pen) => (pen as Pen).parts.push('Z'))

function addOperator({ x, y, unitsPerEm, parts }: Pen, operator: string, ...coordinates: number[]): void {
  const numbers = coordinates.map((value, index) =>
    Math.round((index % 2 === 0 ? x + value / unitsPerEm : y - value / unitsPerEm) * UNITS),
  )
  parts.push(operator + numbers.join(' '))
}

/** Adds the outlines of a run whose baseline begins at `left`, `baseline`. */
function drawRun(run: TextRun, left: number, baseline: number, parts: string[]): void {
  const { unitsPerEm } = face(run.face).program
  for (const { id, x, y } of listGlyphs(run))
    getFont(run.face).drawGlyph(id, draw, { x: left + x, y: baseline - y, unitsPerEm, parts })
}
