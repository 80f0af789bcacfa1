/** A part of a page, by the fractions of its width and height from the upper left corner. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Pixels (RGBA) of a drawn page. */
export interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** Pages are compared by squares of this size: the letters of a word are one area. */
const CELL_PIXELS = 8
/** Smaller differences of a colour are not seen. */
const MIN_DIFFERENCE = 24

/** Where two drawings of a page differ; everywhere where they have another size. */
export function findChangedAreas(before: Pixels, after: Pixels): Area[] {
  const { width, height } = after
  if (before.width !== width || before.height !== height) return [{ x: 0, y: 0, width: 1, height: 1 }]
  const [columns, rows] = [Math.ceil(width / CELL_PIXELS), Math.ceil(height / CELL_PIXELS)]
  const changed = new Uint8Array(columns * rows)
  for (let index = 0; index < after.data.length; index++) {
    if (Math.abs(after.data[index]! - before.data[index]!) < MIN_DIFFERENCE) continue
    const pixel = index >> 2
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    changed[Math.floor(y / CELL_PIXELS) * columns + Math.floor(x / CELL_PIXELS)] = 1
  }
  return groupCells(changed, columns, rows).map(([left, top, right, bottom]) => ({
    x: left / columns,
    y: top / rows,
    width: (right - left + 1) / columns,
    height: (bottom - top + 1) / rows,
  }))
}

type Box = [left: number, top: number, right: number, bottom: number]

/** The boxes around cells that are neighbours, or have one cell between them. */
function groupCells(changed: Uint8Array, columns: number, rows: number): Box[] {
  const boxes: Box[] = []
  for (let start = changed.indexOf(1); start >= 0; start = changed.indexOf(1, start)) {
    const box: Box = [columns, rows, 0, 0]
    const queue = [start]
    changed[start] = 0
    for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
      const [x, y] = [cell % columns, Math.floor(cell / columns)]
      box[0] = Math.min(box[0], x)
      box[1] = Math.min(box[1], y)
      box[2] = Math.max(box[2], x)
      box[3] = Math.max(box[3], y)
      for (let row = Math.max(0, y - 2); row <= Math.min(rows - 1, y + 2); row++)
        for (let column = Math.max(0, x - 2); column <= Math.min(columns - 1, x + 2); column++) {
          const neighbour = row * columns + column
          if (changed[neighbour] === 0) continue
          changed[neighbour] = 0
          queue.push(neighbour)
        }
    }
    boxes.push(box)
  }
  return boxes
}
