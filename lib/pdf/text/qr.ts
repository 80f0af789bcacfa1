import { encode } from 'uqr'
import { type Colour, Drawing } from '../fields/drawing.ts'
import type { FontBook } from './fonts.ts'

/** The empty margin around the code, which scanners need, in modules. */
const QUIET_ZONE_MODULES = 2
const black: Colour = [0, 0, 0]

/** A QR code of this side (points) as a form XObject. */
export function makeQrCode(fonts: FontBook, text: string, side: number) {
  const { data, size } = encode(text, { border: QUIET_ZONE_MODULES })
  const module = side / size
  const drawing = new Drawing(fonts)
  for (const [y, row] of data.entries())
    for (const { start, length } of findRuns(row))
      drawing.rectangle(start * module, side - (y + 1) * module, length * module, module, black, 'fill')
  return drawing.appearance({ width: side, height: side, rotation: 0, userUnit: 1 })
}

/** The dark modules of a row that are next to each other: one rectangle each, without seams. */
function findRuns(row: boolean[]): { start: number; length: number }[] {
  const runs: { start: number; length: number }[] = []
  for (const [x, isDark] of row.entries()) {
    if (!isDark) continue
    const last = runs.at(-1)
    if (last && last.start + last.length === x) last.length += 1
    else runs.push({ start: x, length: 1 })
  }
  return runs
}
