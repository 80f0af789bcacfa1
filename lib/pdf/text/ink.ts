import { type FaceName, type FontStyle, face } from './faces.ts'
import { textRuns } from './fonts.ts'
import type { TextRun } from './shaping.ts'

/** Where something begins and ends, from the left end of its baseline, at size 1. */
interface Extent {
  left: number
  right: number
}

/** The tables of a TrueType font that say where its outlines are (OpenType, chapters head, loca and glyf). */
interface Outlines {
  view: DataView
  glyf: number
  loca: number
  hasLongOffsets: boolean
}

const outlinesByFace = new Map<FaceName, Outlines>()

/** The extent of a line and its outlines: letters of handwriting reach beyond their widths. */
export function lineExtent(text: string, style: FontStyle): Extent {
  const extents: Extent[] = []
  let start = 0
  for (const run of textRuns(text, style)) {
    for (const { id, x } of listGlyphs(run)) {
      const { left, right } = glyphExtent(run.face, id)
      extents.push({ left: start + x + left, right: start + x + right })
    }
    start += run.width
  }
  return {
    left: Math.min(0, ...extents.map(({ left }) => left)),
    right: Math.max(start, ...extents.map(({ right }) => right)),
  }
}

/** The glyphs of a run and their positions from its left end. */
export function listGlyphs(run: TextRun): { id: number; x: number; y: number }[] {
  if (run.clusters) return run.clusters.flatMap(({ glyphs }) => glyphs)
  const { program } = face(run.face)
  let x = 0
  return Array.from(run.text, (character) => {
    const id = program.getGlyphId(character.codePointAt(0)!)
    const glyph = { id, x, y: 0 }
    x += program.getAdvanceWidth(id) / program.unitsPerEm
    return glyph
  })
}

/** The extent of a glyph's outline; none at its origin. */
function glyphExtent(name: FaceName, id: number): Extent {
  const { view, glyf, loca, hasLongOffsets } = readOutlines(name)
  const offset = (index: number) =>
    hasLongOffsets ? view.getUint32(loca + 4 * index) : 2 * view.getUint16(loca + 2 * index)
  if (offset(id) === offset(id + 1)) return { left: 0, right: 0 }
  const { unitsPerEm } = face(name).program
  const [xMin, xMax] = [2, 6].map((place) => view.getInt16(glyf + offset(id) + place))
  return { left: xMin! / unitsPerEm, right: xMax! / unitsPerEm }
}

function readOutlines(name: FaceName): Outlines {
  const known = outlinesByFace.get(name)
  if (known) return known
  const { data } = face(name)
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  // The table directory: tag, checksum, offset and length of each table.
  const tables = Array.from({ length: view.getUint16(4) }, (_, index) => 12 + 16 * index)
  const find = (tag: string) => {
    const entry = tables.find((place) => Buffer.from(data.subarray(place, place + 4)).toString() === tag)
    return view.getUint32(entry! + 8)
  }
  const outlines = {
    view,
    glyf: find('glyf'),
    loca: find('loca'),
    hasLongOffsets: view.getInt16(find('head') + 50) === 1,
  }
  outlinesByFace.set(name, outlines)
  return outlines
}
