interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Whether the stored rows are displayed as columns. */
export const turnsSideways = (orientation: number) => orientation >= 5

/**
 * The operands of `cm` (ISO 32000-2, 8.3.4) that display a stored image, the unit square, upright in a box.
 * @param orientation 1 to 8, as in Exif
 */
export function placement(orientation: number, { x, y, width, height }: Box): number[] {
  const [right, top] = [x + width, y + height]
  const matrices: Record<number, number[]> = {
    2: [-width, 0, 0, height, right, y],
    3: [-width, 0, 0, -height, right, top],
    4: [width, 0, 0, -height, x, top],
    5: [0, -height, -width, 0, right, top],
    6: [0, -height, width, 0, x, top],
    7: [0, height, width, 0, x, y],
    8: [0, height, -width, 0, right, y],
  }
  return matrices[orientation] ?? [width, 0, 0, height, x, y]
}
