import type { Declarations } from './css.ts'

const sides = ['top', 'right', 'bottom', 'left']
const noBackground = /^(white|#fff|#ffffff|transparent|inherit|initial|none|unset)$/i
const noBorder = /^0|none|hidden/i

/** The colour behind the text of an element. */
export function getBackground(style: Declarations, parentBackground: string): string {
  const background = style.get('background-color')
  return background && !noBackground.test(background) ? background : parentBackground
}

/** Whether an element has a background or a border that is seen. */
export function hasBox(style: Declarations): boolean {
  return getBackground(style, '') !== '' || sides.some((side) => hasBorder(style, side))
}

function hasBorder(style: Declarations, side: string): boolean {
  const border = style.get(`border-${side}`) ?? style.get('border') ?? style.get('border-style') ?? 'none'
  return !noBorder.test(border)
}

/**
 * Adds thin borders of the colour of the background at the left and right of a cell that has borders on other sides
 * only: LibreOffice gives no padding to sides without one.
 */
export function withPaddedSides(style: Declarations, background: string): Declarations {
  const isPadded = [...style.keys()].some((property) => property.startsWith('padding'))
  if (!isPadded || !sides.some((side) => hasBorder(style, side))) return style
  const bareSides = ['left', 'right'].filter((side) => !hasBorder(style, side))
  return new Map([
    ...style,
    ...bareSides.map((side) => [`border-${side}`, `0.1pt solid ${background}`] as const),
  ])
}
