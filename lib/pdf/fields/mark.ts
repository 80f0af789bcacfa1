import type { HandwritingFont } from '#lib/core/handwriting'
import type { PlacedImage } from '../images/place-image.ts'
import { lineHeight } from '../text/fonts.ts'
import { lineExtent } from '../text/ink.ts'
import type { Colour, Drawing } from './drawing.ts'
import { fitTyped, minReadableSize } from './fit-typed.ts'
import { markBaseline, markWidthShare } from './typed-mark.ts'

/** The appearance of a signature or initials, ready to draw: an image is in the document already. */
export type PlacedAppearance =
  | { kind: 'text'; text: string; font?: HandwritingFont }
  | { kind: 'image'; image: PlacedImage }

const inkColour: Colour = [0.06, 0.11, 0.33]
/** An upright zone has its mark from bottom to top where it is hard to read across, and so much larger upwards. */
const minGainUpwards = 1.5

/** Draws the text or image centred and as large as fits, without distortion. */
export function drawMark(
  drawing: Drawing,
  placed: PlacedAppearance,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  // A zone may be narrower than its padding.
  if (width <= 0 || height <= 0) return
  const [across, upwards] = [markSize(placed, width, height), markSize(placed, height, width)]
  if (across < minReadableSize && upwards >= across * minGainUpwards)
    drawing.upwards(x + width, y, () => drawAtOrigin(drawing, placed, height, width))
  else drawing.at(x, y, () => drawAtOrigin(drawing, placed, width, height))
}

/** The font size, or the height of an image. */
function markSize(placed: PlacedAppearance, width: number, height: number): number {
  if (placed.kind === 'text')
    return fitTyped(placed.text, width * markWidthShare, height, placed.font ?? 'hand').size
  return placed.image.height * imageScale(placed.image, width, height)
}

function imageScale(image: PlacedImage, width: number, height: number): number {
  return 0.94 * Math.min(width / image.width, height / image.height)
}

/** Draws the text or image in an area from the origin on. */
function drawAtOrigin(drawing: Drawing, placed: PlacedAppearance, width: number, height: number): void {
  if (placed.kind === 'image') {
    const { image } = placed
    const scale = imageScale(image, width, height)
    const [boxWidth, boxHeight] = [image.width * scale, image.height * scale]
    drawing.image(image, (width - boxWidth) / 2, (height - boxHeight) / 2, boxWidth, boxHeight)
    return
  }
  const style = placed.font ?? 'hand'
  const { size, lines } = fitTyped(placed.text, width * markWidthShare, height, style)
  for (const [index, line] of lines.entries()) {
    const ink = lineExtent(line, style)
    const left = (width - (ink.left + ink.right) * size) / 2
    const middle = height / 2 + ((lines.length - 1) / 2 - index) * size * lineHeight
    drawing.text(line, left, middle - markBaseline * size, size, inkColour, style)
  }
}
