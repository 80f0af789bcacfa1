import type { FieldLayout } from '../zones.ts'

/** A text and the size of its box, in points as it is read. */
export interface TextInBox {
  text: string
  width: number
  height: number
  cells?: number
  /** The largest font size. */
  largest?: number
}

/** The smallest font size of a text, and the margin of its box on each side. */
export const smallestText = 4
export const padding = 2
/** At least the distance of baselines at size 1. */
const leading = 1.3

/** Whether a text may be longer than its box shows, if every character were as wide as its font is high. */
export function mayBeTooLong({ text, width, height, cells, largest = smallestText }: TextInBox): boolean {
  if (cells && text.length <= cells) return false
  const size = Math.min(smallestText, largest, height * 0.7)
  const charactersOfLine = Math.floor((width - 2 * padding) / size)
  if (charactersOfLine < 1) return true
  // Two lines of whole words are together longer than one line can be.
  const lines = text
    .split('\n')
    .map(({ length }) => (length <= charactersOfLine ? 1 : 2 * Math.ceil(length / charactersOfLine)))
    .reduce((sum, count) => sum + count, 0)
  return lines > 1 + Math.floor((height - padding - size) / (size * leading))
}

/** The sizes of the places of a field in which its text is read. */
export function listTextBoxes(field: {
  width: number
  height: number
  layout: Pick<FieldLayout, 'rotation' | 'widgets'>
}): { width: number; height: number }[] {
  const isSideways = field.layout.rotation === 90 || field.layout.rotation === 270
  return [field, ...(field.layout.widgets ?? [])].map(({ width, height }) =>
    isSideways ? { width: height, height: width } : { width, height },
  )
}
