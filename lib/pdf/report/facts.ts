import type { Colour } from '../fields/drawing.ts'
import { columns, measure, type Row, textRows } from '../text/flow.ts'
import { textWidth } from '../text/fonts.ts'
import type { Fact } from './input.ts'

/** How facts look: labels in one column, values beside them. */
export interface FactStyle {
  /** Of values, in points. */
  size: number
  label: Colour
  value: Colour
  labelWidth: number
  /** Short facts stand in as many columns, and before long ones; in one column all are in their order. */
  columnCount: 1 | 2
}

const labelShare = 0.94
/** Hashes are in a font whose digits are as wide as its letters, which is wider. */
const hashShare = 0.86
const columnGap = 14
/** The widest column of labels, as a part of the text area. */
const maxLabels = 0.24

const isPresent = ({ value }: Fact) => value !== ''
const isHash = (value: string) => /^[0-9a-f]{24,}$/i.test(value)

/** The width of a column that has each of the labels on one line, unless one is very long. */
export function measureLabels(facts: readonly Fact[], size: number): number {
  const widths = facts.filter(isPresent).map(({ label }) => textWidth(label, labelShare * size))
  return Math.min(Math.max(0, ...widths) + 0.9 * size, maxLabels * measure)
}

function valueWidth(value: string, size: number): number {
  return isHash(value) ? textWidth(value, hashShare * size, 'mono') : textWidth(value, size)
}

/** Facts as labels and values. */
export function factRows(facts: readonly Fact[], style: FactStyle, width: number = measure): Row[] {
  const present = facts.filter(isPresent)
  const column = (width - columnGap) / 2
  const isShort = (fact: Fact) =>
    style.columnCount === 2 && !fact.sha256 && valueWidth(fact.value, style.size) <= column - style.labelWidth
  const short = present.filter(isShort)
  const pairs = Array.from({ length: Math.ceil(short.length / 2) }, (_, index) =>
    columns(
      ...short
        .slice(2 * index, 2 * index + 2)
        .map((fact, position) => factRow(fact, style, position * (column + columnGap), column)),
    ),
  )
  const long = present.filter((fact) => !isShort(fact)).map((fact) => factRow(fact, style, 0, width))
  return [...pairs, ...long].flat()
}

function factRow({ label, value, sha256 }: Fact, style: FactStyle, x: number, width: number): Row[] {
  const { size, labelWidth } = style
  const place = { x: x + labelWidth, width: width - labelWidth }
  const labels = textRows(label, {
    size: labelShare * size,
    colour: style.label,
    x,
    width: labelWidth - 0.6 * size,
  })
  const values = isHash(value)
    ? hashRows(value, style, place)
    : textRows(value, { size, colour: style.value, ...place })
  const hash = sha256 ? `SHA-256 ${sha256}` : ''
  const end = textWidth(value, size) + size
  const isOneLine = end + textWidth(hash, hashShare * size, 'mono') <= place.width
  const valuesAndHash = isOneLine
    ? columns(values, hashRows(hash, style, { x: place.x + end, width: place.width - end }))
    : [...values, ...hashRows(hash, style, place)]
  return columns(labels, hash ? valuesAndHash : values).map((row) => ({ ...row, height: 1.28 * size }))
}

function hashRows(hash: string, { size, value }: FactStyle, place: { x: number; width: number }): Row[] {
  return textRows(hash, { ...place, size: hashShare * size, colour: value, style: 'mono' })
}

/** Facts in a row, each label above its value: at most four. */
export function factTable(facts: readonly Fact[], { size, ...style }: FactStyle): Row[] {
  const present = facts.filter(isPresent)
  const perRow = present.length > 4 ? 3 : 4
  const cell = (measure - columnGap * (perRow - 1)) / perRow
  return Array.from({ length: Math.ceil(present.length / perRow) }, (_, index) =>
    columns(
      ...present.slice(perRow * index, perRow * (index + 1)).map(({ label, value }, position) => {
        const place = { x: position * (cell + columnGap), width: cell }
        return [
          ...textRows(label, { ...place, size: 0.9 * size, colour: style.label }),
          ...textRows(value, { ...place, size, colour: style.value, style: 'bold' }),
        ]
      }),
    ),
  ).flat()
}
