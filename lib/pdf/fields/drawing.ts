import { PdfDict, PdfName, type PdfRef, PdfStream } from '@libpdf/core'
import { numberArray, unitDecimals } from '../file/objects.ts'
import { appearanceMatrix, type Rotation } from '../geometry.ts'
import type { PlacedImage } from '../images/place-image.ts'
import type { FontStyle } from '../text/faces.ts'
import { extractedText, type FontBook } from '../text/fonts.ts'
import { glyphWidth, utf16Hex } from '../text/glyph-font.ts'
import type { TextRun } from '../text/shaping.ts'

/** Size (points, as displayed), rotation and user unit of an appearance. */
export interface AppearanceBox {
  width: number
  height: number
  rotation: Rotation
  userUnit: number
}

/** Red, green, blue from 0 to 1 (DeviceRGB). */
export type Colour = readonly [number, number, number]

/** Resource name of the colour space, where the file permits no DeviceRGB. No other product uses it on a page. */
export const colourSpaceName = 'ParaphRGB'

/** Resource name of the blend mode that lets the page below show through (ISO 32000-2, 11.3.5). */
const multiply = 'Multiply'

/**
 * Builds the content stream of a page or form XObject (ISO 32000-2, 8 and 9): text in any script, lines, images.
 * Coordinates are points from the bottom left. Collects the resources in use.
 */
export class Drawing {
  readonly #book: FontBook
  readonly #operators: string[] = []
  readonly #fonts = new Map<string, PdfRef>()
  readonly #xobjects = new Map<string, PdfRef>()
  #multiplies = false
  #isColoured = false

  constructor(fonts: FontBook) {
    this.#book = fonts
  }

  /** One line of text, `x`, `y` being the left end of its baseline. */
  text(text: string, x: number, y: number, size: number, colour: Colour, style: FontStyle = 'sans'): void {
    let offset = x
    const operators = this.#book.runs(text, style).map((run) => {
      const font = this.#book.use(run)
      this.#fonts.set(font, this.#book.ref(run))
      const textPosition = `/${font} ${number(size)} Tf 1 0 0 1 ${number(offset)} ${number(y)} Tm`
      offset += run.width * size
      return `${textPosition} ${run.clusters ? this.#shaped(run, size) : `${this.#book.encode(run)} Tj`}`
    })
    if (operators.length > 0) this.#operators.push(`BT ${this.#fill(colour)}`, ...operators, 'ET')
  }

  /**
   * Operators that show the glyphs of a shaped run at their positions (TJ). Readers collect glyphs from left to
   * right and reverse right-to-left text themselves. Where a cluster has several glyphs, one of them carries the
   * text; ActualText (ISO 32000-2, 14.9.4) hides the others, except in right-to-left text, where readers do not
   * expect it.
   */
  #shaped(run: TextRun, size: number): string {
    const parts: string[] = []
    let pen = 0
    let baseline = 0
    for (const cluster of run.clusters ?? []) {
      const { text, glyphs } = cluster
      const extracted = extractedText(run, cluster)
      const hasActualText = glyphs.length > 1 && !run.rightToLeft
      if (hasActualText) parts.push(`] TJ /Span <</ActualText <feff${utf16Hex(text)}>>> BDC [`)
      for (const { id, x, y, main } of glyphs) {
        if (y !== baseline) parts.push(`] TJ ${number(y * size)} Ts [`)
        baseline = y
        const gap = Math.round(x * 1000) - pen
        const code = this.#book.encodeGlyph(run, { glyph: id, text: main ? extracted : '' })
        parts.push(`${gap === 0 ? '' : -gap}<${code}>`)
        pen += gap + glyphWidth(run.face, id)
      }
      if (hasActualText) parts.push('] TJ EMC [')
    }
    return `[${parts.join('')}] TJ${baseline === 0 ? '' : ' 0 Ts'}`.replace(/ ?\[\] TJ/g, '').trimStart()
  }

  /** An image stretched over the rectangle. */
  image(image: PlacedImage, x: number, y: number, width: number, height: number): void {
    const name = `Im${image.ref.objectNumber}`
    this.#xobjects.set(name, image.ref)
    this.#operators.push(`q ${operands([width, 0, 0, height, x, y])} cm /${name} Do Q`)
  }

  /** Another form XObject with its bottom left corner at `x`, `y`. */
  form(form: PdfRef, x: number, y: number): void {
    const name = `Fm${form.objectNumber}`
    this.#xobjects.set(name, form)
    this.#operators.push(`q 1 0 0 1 ${operands([x, y])} cm /${name} Do Q`)
  }

  /** Runs `draw` with `x`, `y` as the origin. */
  at(x: number, y: number, draw: () => void): void {
    this.#operators.push(`q 1 0 0 1 ${operands([x, y])} cm`)
    draw()
    this.#operators.push('Q')
  }

  /** Runs `draw` with `x`, `y` as the origin, from bottom to top: turned by a quarter counterclockwise. */
  upwards(x: number, y: number, draw: () => void): void {
    this.#operators.push(`q 0 1 -1 0 ${operands([x, y])} cm`)
    draw()
    this.#operators.push('Q')
  }

  /** A stroked path through the points. */
  line(points: readonly (readonly [number, number])[], width: number, colour: Colour): void {
    const path = points.map((point, index) => `${operands(point)} ${index === 0 ? 'm' : 'l'}`)
    this.#operators.push(`q 1 J 1 j ${number(width)} w ${this.#stroke(colour)} ${path.join(' ')} S Q`)
  }

  /** A rectangle: stroked with `lineWidth`, or filled. */
  rectangle(
    x: number,
    y: number,
    width: number,
    height: number,
    colour: Colour,
    lineWidth: number | 'fill',
  ): void {
    const path = `${operands([x, y, width, height])} re`
    this.#operators.push(
      lineWidth === 'fill'
        ? `q ${this.#fill(colour)} ${path} f Q`
        : `q ${number(lineWidth)} w ${this.#stroke(colour)} ${path} S Q`,
    )
  }

  /** A circle: stroked with `lineWidth`, or filled. */
  circle(x: number, y: number, radius: number, colour: Colour, lineWidth: number | 'fill'): void {
    // Distance of the control points of a Bézier curve that is a quarter of the circle.
    const k = radius * 0.5523
    const arcs = [
      [x + radius, y],
      [x + radius, y + k, x + k, y + radius, x, y + radius],
      [x - k, y + radius, x - radius, y + k, x - radius, y],
      [x - radius, y - k, x - k, y - radius, x, y - radius],
      [x + k, y - radius, x + radius, y - k, x + radius, y],
    ].map((arc, index) => `${operands(arc)} ${index === 0 ? 'm' : 'c'}`)
    this.#operators.push(
      lineWidth === 'fill'
        ? `q ${this.#fill(colour)} ${arcs.join(' ')} f Q`
        : `q ${number(lineWidth)} w ${this.#stroke(colour)} ${arcs.join(' ')} s Q`,
    )
  }

  /**
   * Runs `draw` with `x`, `y` as the origin, rotated by `angle` (radians, counterclockwise), so that the page below
   * stays visible: blended with it or, in a file without transparency, with the outlines of letters only.
   */
  rotated(x: number, y: number, angle: number, draw: () => void, outline: Colour = [0, 0, 0]): void {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    this.#multiplies = this.#book.rules.transparency
    const state = this.#multiplies ? `/${multiply} gs` : `${this.#stroke(outline)} 1 Tr`
    this.#operators.push(`q ${state} ${operands([cos, sin, -sin, cos, x, y])} cm`)
    draw()
    this.#operators.push('Q')
  }

  /**
   * Runs `draw` as content of a structure element (ISO 32000-2, 14.7.5) or, without `id`, as an artifact (14.8.2.2).
   * Only in a file that must stay tagged.
   * @param id identifies the content on its page
   */
  marked(id: number | null, draw: () => void): void {
    const { tagged } = this.#book.rules
    if (tagged) this.#operators.push(id === null ? '/Artifact BMC' : `/P <</MCID ${id}>> BDC`)
    draw()
    if (tagged) this.#operators.push('EMC')
  }

  /** The operator that sets the colour of texts and areas. */
  #fill(colour: Colour): string {
    this.#isColoured = true
    return this.#book.rules.colourSpace
      ? `/${colourSpaceName} cs ${operands(colour)} sc`
      : `${operands(colour)} rg`
  }

  /** The operator that sets the colour of lines. */
  #stroke(colour: Colour): string {
    this.#isColoured = true
    return this.#book.rules.colourSpace
      ? `/${colourSpaceName} CS ${operands(colour)} SC`
      : `${operands(colour)} RG`
  }

  /** The content stream so far. */
  content(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(Buffer.from(this.#operators.join('\n'), 'latin1'))
  }

  /** The resource dictionary for the content (ISO 32000-2, 7.8.3). */
  resources(): PdfDict {
    const resources = new PdfDict()
    if (this.#fonts.size > 0) resources.set('Font', new PdfDict(this.#fonts))
    if (this.#xobjects.size > 0) resources.set('XObject', new PdfDict(this.#xobjects))
    const { colourSpace } = this.#book.rules
    if (colourSpace && this.#isColoured)
      resources.set('ColorSpace', PdfDict.of({ [colourSpaceName]: colourSpace }))
    if (this.#multiplies) {
      const state = PdfDict.of({ Type: PdfName.of('ExtGState'), BM: PdfName.of('Multiply') })
      resources.set('ExtGState', PdfDict.of({ [multiply]: state }))
    }
    return resources
  }

  /**
   * The content as an appearance stream (ISO 32000-2, 12.5.5): clipped to the box, rotated and scaled so that it is
   * upright and measured in points on the page as displayed.
   */
  appearance(box: AppearanceBox): PdfStream {
    const width = box.width / box.userUnit
    const height = box.height / box.userUnit
    const decimals = unitDecimals(box.userUnit)
    // A thousandth would be too coarse: it is a large part of the scale of a page with a large unit.
    const factor = (1 / box.userUnit).toFixed(9).replace(/\.?0+$/, '')
    const scale = box.userUnit === 1 ? '' : `${factor} 0 0 ${factor} 0 0 cm\n`
    const data = this.#operators.length > 0 ? `q\n${scale}${this.#operators.join('\n')}\nQ` : ''
    return PdfStream.fromDict(
      {
        Type: PdfName.of('XObject'),
        Subtype: PdfName.of('Form'),
        BBox: numberArray([0, 0, width, height], decimals),
        Matrix: numberArray(appearanceMatrix(box.rotation, width, height), decimals),
        Resources: this.resources(),
      },
      new Uint8Array(Buffer.from(data, 'latin1')),
    )
  }
}

/** Numbers of a content stream: rounded, as JavaScript prints small ones with an exponent, which PDF lacks. */
export function operands(values: readonly number[]): string {
  return values.map(number).join(' ')
}

function number(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}
