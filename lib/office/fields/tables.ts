import { getAttribute, type Tag } from '../check/xml.ts'

/** A table while it is read: which of its cells have placeholders. */
export interface Table {
  /** Of the cell that is read. */
  row: number
  column: number
  /** Whether cells are merged, or rows repeated or left out: what is above or beside a cell cannot be told. */
  isIrregular: boolean
  /** The first and last row with a placeholder of each column. */
  rows: Map<number, [number, number]>
  /** The first and last column with a placeholder of each row. */
  columns: Map<number, [number, number]>
  /** The parts of whole rows, by their first and last rows. */
  partRows: Map<number, Part[]>
  /** Of bookmarks that begin in it. */
  bookmarks: string[]
  /** The one that the table stands in. */
  outerCell: Cell | undefined
}

/** A cell of a table. */
export type Cell = Pick<Table, 'row' | 'column'> & { table: Table }

/** A part between double brackets: one that is repeated, else one that stands or not. */
export interface Part {
  isRepeated: boolean
  /** Where it begins. */
  cell: Cell | undefined
  /** The one around it. */
  outer: Part | undefined
}

/** Where something stands in a document. */
export interface Place {
  /** In the order of the main text; null in notes, text boxes and other parts of the document. */
  position: number | null
  /** The innermost of each around it. */
  part: Part | undefined
  cell: Cell | undefined
}

/** The parts around a place, with those of the whole rows that it stands in. */
export function listParts(place: Pick<Place, 'part' | 'cell'>): Part[] {
  const found: Part[] = []
  for (let { part } = place; part; part = part.outer) found.push(part)
  for (let { cell } = place; cell; cell = cell.table.outerCell)
    for (const part of cell.table.partRows.get(cell.row) ?? []) found.push(part)
  return found
}

/** A table of which nothing is read yet. */
export function beginTable(outerCell: Cell | undefined): Table {
  const found = { rows: new Map(), columns: new Map(), partRows: new Map<number, Part[]>(), bookmarks: [] }
  return { row: 0, column: 0, isIrregular: false, outerCell, ...found }
}

/** Follows the rows and cells of a table by a tag in it. */
export function readTableTag(table: Table, tag: Tag): void {
  const value = getAttribute(tag, 'val')
  if (tag.name === 'tr') {
    table.row++
    table.column = 0
  }
  if (tag.name === 'tc') table.column++
  if (/^(?:gridSpan|gridBefore|gridAfter)$/.test(tag.name)) table.isIrregular ||= value !== '1'
  if (/^[hv]Merge$/.test(tag.name)) table.isIrregular = true
}

/** Notes the part of whole rows that begins or ends in a row. */
export function addPartRow({ table, row }: Cell, part: Part): void {
  const parts = table.partRows.get(row)
  if (parts) parts.push(part)
  else table.partRows.set(row, [part])
}

/** Notes that a cell has a placeholder: the one that is read, if no other is given. */
export function fillCell(table: Table, { row, column }: Pick<Table, 'row' | 'column'> = table): void {
  const { rows, columns } = table
  rows.set(column, extendTo(row, rows.get(column)))
  columns.set(row, extendTo(column, columns.get(row)))
}

function extendTo(place: number, [first, last] = [place, place]): [number, number] {
  return [Math.min(first, place), Math.max(last, place)]
}

/** Whether a table has a cell with a placeholder. */
export const hasFilledCell = ({ rows }: Table) => rows.size > 0

/** Whether a formula in a cell reads others with placeholders, by the names in it. */
export function readsFilledCell(names: string[], { table, row, column }: Cell): boolean {
  if (table.isIrregular || names.some((name) => !directions.includes(name))) return hasFilledCell(table)
  const [above, below] = table.rows.get(column) ?? [row, row]
  const [left, right] = table.columns.get(row) ?? [column, column]
  const isFilled = { above: above < row, below: below > row, left: left < column, right: right > column }
  return names.some((name) => isFilled[name as keyof typeof isFilled])
}

/** The names by which a formula reads the cells above, below or beside it. */
const directions = ['above', 'below', 'left', 'right']
