import { loadShaping } from '../text/shaping.ts'
import { isWholeInBox } from './appearance.ts'
import type { TextInBox } from './text-in-box.ts'

/**
 * How many characters of a text its box shows, about; null when it shows all of them, and when it is too small for any
 * text.
 */
export async function countFitting({
  text,
  width,
  height,
  cells,
  largest,
}: TextInBox): Promise<number | null> {
  await loadShaping(text)
  const box = { width, height, rotation: 0 as const, userUnit: 1 }
  const characters = Array.from(text)
  const isWhole = (count: number) =>
    isWholeInBox(box, characters.slice(0, count).join(''), {
      ...(cells && { cells }),
      ...(largest && { largest }),
    })
  if (isWhole(characters.length) || !isWhole(1)) return null
  let [fitting, tooMany] = [1, characters.length]
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >> 1
    if (isWhole(middle)) fitting = middle
    else tooMany = middle
  }
  return fitting
}
