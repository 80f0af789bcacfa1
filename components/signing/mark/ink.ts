export interface InkBox {
  left: number
  top: number
  width: number
  height: number
}

/** RGBA pixels, as `ImageData`. */
interface Pixels {
  data: Uint8ClampedArray
  width: number
  height: number
}

/** Side of the blocks whose lightest part is taken for the paper: wider than a stroke, smaller than a shadow. */
const BLOCK_PIXELS = 32
/** Side of the cells in which connected ink is looked for. */
const CELL_PIXELS = 4
/** Lighter than this part of the paper: transparent; darker than the other: opaque. */
const TRANSPARENT_FROM = 0.84
const OPAQUE_UP_TO = 0.6
/** Alpha from which a pixel is ink, and by how much of 255 it is darker than white paper in a channel. */
const INK_ALPHA = 90
const INK_CONTRAST = 24
/** Ink smaller than this part of the largest connected ink, or of fewer cells, is dust. */
const DUST_SHARE = 1 / 400
const MIN_CELLS = 2
/**
 * The paper ends within the picture when at least this much of its sides, each being 1, is darker than this part of the
 * lightest paper. Of a signature that is cropped to its ink, only strokes touch them.
 */
const DARK_SIDES = 0.5
const DARK_UP_TO = 0.75
/** What is dropped at the edge leaves at least this part of the ink: the signature, and not the dot of an i. */
const INNER_SHARE = 1 / 20

/**
 * Makes everything but the ink transparent, in place: paper that is unevenly lit, dust, and what is cut off by the
 * edge of the picture, such as the table, where more than paper is seen. Of a picture that is transparent already only
 * dust is removed.
 * @returns the smallest rectangle around the ink; null for a blank picture
 */
export function isolateInk(pixels: Pixels): InkBox | null {
  const hasSurroundings = !hasTransparency(pixels.data) && removePaper(pixels) >= DARK_SIDES
  const cells = findInk(pixels)
  const parts = listParts(cells)
  const inner = parts.filter(({ touchesEdge }) => !touchesEdge)
  const wanted = hasSurroundings && countCells(inner) > countCells(parts) * INNER_SHARE ? inner : parts
  const largest = Math.max(0, ...wanted.map(({ members }) => members.length))
  const kept = wanted.filter(
    ({ members }) => members.length >= Math.min(largest, Math.max(MIN_CELLS, largest * DUST_SHARE)),
  )
  if (kept.length === 0) return null
  const isKept = new Uint8Array(cells.columns * cells.rows)
  for (const { members } of kept) for (const member of members) markAround(isKept, cells, member)
  return eraseOthers(pixels, cells, isKept)
}

function hasTransparency(data: Uint8ClampedArray): boolean {
  let count = 0
  for (let offset = 3; offset < data.length; offset += 4) if ((data[offset] ?? 255) < 16) count++
  return count > data.length / 160
}

/**
 * Alpha from how dark a pixel is beside the paper around it.
 * @returns how much of each side of the picture was dark, added up: 0 to 4
 */
function removePaper({ data, width, height }: Pixels): number {
  const light = new Uint8Array(width * height)
  for (let index = 0; index < light.length; index++) {
    const offset = 4 * index
    light[index] =
      (77 * (data[offset] ?? 0) + 150 * (data[offset + 1] ?? 0) + 29 * (data[offset + 2] ?? 0)) >> 8
  }
  const paper = estimatePaper(light, width, height)
  const columns = Math.ceil(width / BLOCK_PIXELS)
  const rows = Math.ceil(height / BLOCK_PIXELS)
  const steepness = 255 / (TRANSPARENT_FROM - OPAQUE_UP_TO)
  for (let y = 0; y < height; y++) {
    const row = Math.min(rows - 1, Math.max(0, (y + 0.5) / BLOCK_PIXELS - 0.5))
    const top = Math.floor(row)
    const below = Math.min(rows - 1, top + 1)
    for (let x = 0; x < width; x++) {
      const column = Math.min(columns - 1, Math.max(0, (x + 0.5) / BLOCK_PIXELS - 0.5))
      const left = Math.floor(column)
      const right = Math.min(columns - 1, left + 1)
      const upper = mix(paper[top * columns + left]!, paper[top * columns + right]!, column - left)
      const lower = mix(paper[below * columns + left]!, paper[below * columns + right]!, column - left)
      const ratio = light[y * width + x]! / Math.max(1, mix(upper, lower, row - top))
      const offset = 4 * (y * width + x) + 3
      data[offset] = Math.min(data[offset]!, Math.max(0, (TRANSPARENT_FROM - ratio) * steepness))
    }
  }
  return measureDarkSides(light, width, height, DARK_UP_TO * Math.max(...paper))
}

function measureDarkSides(light: Uint8Array, width: number, height: number, darkUpTo: number): number {
  const isDark = (x: number, y: number) => Number(light[y * width + x]! < darkUpTo)
  let [across, down] = [0, 0]
  for (let x = 0; x < width; x++) across += isDark(x, 0) + isDark(x, height - 1)
  for (let y = 0; y < height; y++) down += isDark(0, y) + isDark(width - 1, y)
  return across / width + down / height
}

const mix = (from: number, to: number, share: number) => from + (to - from) * share

/** How light the paper is in each block: the ninth tenth of its pixels, so that no glint counts. */
function estimatePaper(light: Uint8Array, width: number, height: number): Float32Array {
  const columns = Math.ceil(width / BLOCK_PIXELS)
  const rows = Math.ceil(height / BLOCK_PIXELS)
  const blocks = new Float32Array(columns * rows)
  const histogram = new Uint16Array(256)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      histogram.fill(0)
      let count = 0
      const bottom = Math.min(height, (row + 1) * BLOCK_PIXELS)
      const right = Math.min(width, (column + 1) * BLOCK_PIXELS)
      for (let y = row * BLOCK_PIXELS; y < bottom; y++)
        for (let x = column * BLOCK_PIXELS; x < right; x++) {
          histogram[light[y * width + x]!]!++
          count++
        }
      let lightness = 255
      for (let above = 0; lightness > 0; lightness--) {
        above += histogram[lightness]!
        if (above >= count / 10) break
      }
      blocks[row * columns + column] = lightness
    }
  return blocks
}

interface Cells {
  ink: Uint8Array
  columns: number
  rows: number
}

/** The cells in which there is ink. */
function findInk({ data, width, height }: Pixels): Cells {
  const columns = Math.ceil(width / CELL_PIXELS)
  const rows = Math.ceil(height / CELL_PIXELS)
  const ink = new Uint8Array(columns * rows)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const offset = 4 * (y * width + x)
      const alpha = data[offset + 3]!
      const darkest = Math.min(data[offset]!, data[offset + 1]!, data[offset + 2]!)
      if (alpha >= INK_ALPHA && (255 - darkest) * alpha >= INK_CONTRAST * 255)
        ink[Math.floor(y / CELL_PIXELS) * columns + Math.floor(x / CELL_PIXELS)] = 1
    }
  return { ink, columns, rows }
}

interface Part {
  /** Its cells. */
  members: number[]
  touchesEdge: boolean
}

const countCells = (parts: Part[]) => parts.reduce((count, { members }) => count + members.length, 0)

/** The cells with ink that touch each other, part by part. */
function listParts({ ink, columns, rows }: Cells): Part[] {
  const seen = new Uint8Array(ink.length)
  const parts: Part[] = []
  for (let start = 0; start < ink.length; start++) {
    if (!ink[start] || seen[start]) continue
    const members = [start]
    let touchesEdge = false
    seen[start] = 1
    for (const cell of members) {
      const [x, y] = [cell % columns, Math.floor(cell / columns)]
      if (x === 0 || y === 0 || x === columns - 1 || y === rows - 1) touchesEdge = true
      for (let near = y - 1; near <= y + 1; near++)
        for (let beside = x - 1; beside <= x + 1; beside++) {
          const next = near * columns + beside
          if (near < 0 || beside < 0 || near >= rows || beside >= columns || !ink[next] || seen[next])
            continue
          seen[next] = 1
          members.push(next)
        }
    }
    parts.push({ members, touchesEdge })
  }
  return parts
}

/** Marks a cell and those around it, which have the soft edges of its ink. */
function markAround(marked: Uint8Array, { columns, rows }: Cells, cell: number): void {
  const [x, y] = [cell % columns, Math.floor(cell / columns)]
  for (let near = Math.max(0, y - 1); near <= Math.min(rows - 1, y + 1); near++)
    for (let beside = Math.max(0, x - 1); beside <= Math.min(columns - 1, x + 1); beside++)
      marked[near * columns + beside] = 1
}

/** Makes the pixels outside of the kept cells transparent. @returns the rectangle around the others */
function eraseOthers({ data, width, height }: Pixels, { columns }: Cells, isKept: Uint8Array): InkBox {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const offset = 4 * (y * width + x) + 3
      if (!isKept[Math.floor(y / CELL_PIXELS) * columns + Math.floor(x / CELL_PIXELS)]) data[offset] = 0
      else if (data[offset]! >= 16) {
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = y
      }
    }
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}
