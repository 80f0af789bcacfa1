import { describe, expect, it } from 'vitest'
import { contentBox, removeBackground } from './picture.ts'

/** Pixels from rows of characters: `#` ink, `.` background, ` ` transparent. */
function pixels(
  rows: string[],
  background = 240,
): { data: Uint8ClampedArray; width: number; height: number } {
  const colour = (letter: string) =>
    letter === '#'
      ? [20, 20, 60, 255]
      : letter === '.'
        ? [background, background, background, 255]
        : [0, 0, 0, 0]
  return {
    data: new Uint8ClampedArray(rows.flatMap((row) => [...row].flatMap(colour))),
    width: rows[0]?.length ?? 0,
    height: rows.length,
  }
}
const alpha = (data: Uint8ClampedArray) => Array.from(data).filter((_, index) => index % 4 === 3)

describe('contentBox', () => {
  it('is the smallest rectangle around the ink', () => {
    const { data, width, height } = pixels(['     ', '  #  ', ' ##  ', '     '])
    expect(contentBox(data, width, height)).toEqual({ left: 1, top: 1, width: 2, height: 2 })
  })
  it('is null for an empty picture', () => {
    const { data, width, height } = pixels(['   ', '   '])
    expect(contentBox(data, width, height)).toBeNull()
  })
})

describe('removeBackground', () => {
  it('makes a bright background transparent and keeps the ink', () => {
    const { data } = pixels(['..#', '.#.'])
    removeBackground(data)
    expect(alpha(data)).toEqual([0, 0, 255, 0, 255, 0])
  })
  it('recognizes a dark background by its brightest part', () => {
    const { data } = pixels(['..........', '....#.....'], 150)
    removeBackground(data)
    expect(alpha(data).filter((value) => value > 0)).toEqual([255])
  })
  it('leaves nothing of a blank image', () => {
    const { data, width, height } = pixels(['....', '....'])
    removeBackground(data)
    expect(contentBox(data, width, height)).toBeNull()
  })
})
