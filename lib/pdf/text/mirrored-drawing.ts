import { type Colour, Drawing } from '../fields/drawing.ts'
import type { PlacedImage } from '../images/place-image.ts'
import type { FontStyle } from './faces.ts'
import { type FontBook, textWidth } from './fonts.ts'

/** Draws for a page from right to left: every part is at the mirrored place; texts and images are not mirrored. */
export class MirroredDrawing extends Drawing {
  readonly #pageWidth: number

  constructor(fonts: FontBook, pageWidth: number) {
    super(fonts)
    this.#pageWidth = pageWidth
  }

  /** `x` is the distance of the right end of the line from the right edge of the page. */
  override text(
    text: string,
    x: number,
    y: number,
    size: number,
    colour: Colour,
    style: FontStyle = 'sans',
  ): void {
    super.text(text, this.#mirror(x, textWidth(text, size, style)), y, size, colour, style)
  }

  override image(image: PlacedImage, x: number, y: number, width: number, height: number): void {
    super.image(image, this.#mirror(x, width), y, width, height)
  }

  override line(points: readonly (readonly [number, number])[], width: number, colour: Colour): void {
    const mirrored = points.map(([x, y]) => [this.#mirror(x, 0), y] as const)
    super.line(mirrored, width, colour)
  }

  override rectangle(
    x: number,
    y: number,
    width: number,
    height: number,
    colour: Colour,
    lineWidth: number | 'fill',
  ): void {
    super.rectangle(this.#mirror(x, width), y, width, height, colour, lineWidth)
  }

  #mirror(x: number, width: number): number {
    return this.#pageWidth - x - width
  }
}
