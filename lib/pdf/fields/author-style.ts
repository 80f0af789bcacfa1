import { type PDF, type PdfDict, PdfNumber } from '@libpdf/core'
import { asDict, resolver } from '../check/inspect.ts'
import { unescapeNames } from '../file/inflation.ts'
import type { AppearanceBox, Colour, Drawing } from './drawing.ts'

/**
 * Draws background and border of an author's widget, and lines between cells (ISO 32000-2, table 192, and 12.5.4). The
 * widths of lines are in the unit of the page.
 */
export function drawFrame(drawing: Drawing, box: AppearanceBox, pdf: PDF, widget: PdfDict, cells = 1): void {
  const resolve = resolver(pdf)
  const { background, border } = frameColours(pdf, widget)
  if (background) drawing.rectangle(0, 0, box.width, box.height, background, 'fill')
  const style = asDict(widget.get('BS', resolve))
  // Without /BS the third number of /Border is the width (table 166).
  const olderWidth = widget.getArray('Border', resolve)?.at(2, resolve)
  const widthInUnits = style
    ? (style.getNumber('W', resolve)?.value ?? 1)
    : olderWidth instanceof PdfNumber
      ? olderWidth.value
      : 1
  const width = widthInUnits * box.userUnit
  if (!border || !(width > 0)) return
  if (style?.getName('S', resolve)?.value === 'U') {
    const y = width / 2
    drawing.line(
      [
        [0, y],
        [box.width, y],
      ],
      width,
      border,
    )
  } else drawing.rectangle(width / 2, width / 2, box.width - width, box.height - width, border, width)
  for (let cell = 1; cell < cells; cell++) {
    const x = (cell * box.width) / cells
    drawing.line(
      [
        [x, 0],
        [x, box.height],
      ],
      width,
      border,
    )
  }
}

/** The colours of a widget's background and border; null without them. */
export function frameColours(
  pdf: PDF,
  widget: PdfDict,
): { background: Colour | null; border: Colour | null } {
  const resolve = resolver(pdf)
  const characteristics = asDict(widget.get('MK', resolve))
  const colourAt = (key: string) => {
    const components = characteristics?.getArray(key, resolve)?.toArray() ?? []
    return rgb(components.map((component) => (component instanceof PdfNumber ? component.value : 0)))
  }
  return { background: colourAt('BG'), border: colourAt('BC') }
}

/** Comments, names, and numbers or operators of a default appearance (7.2, 7.8.2). */
const appearanceToken = /%[^\r\n]*|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+/g
const numberToken = /^[+-]?(\d+\.?\d*|\.\d+)$/

/** What a default appearance string (12.7.4.3) says last: size 0 stands for as large as fits. */
export function parseDefaultAppearance(text: string): {
  fontName: string
  size: number
  colour: Colour | null
} {
  const tokens = (text.match(appearanceToken) ?? []).filter((token) => !token.startsWith('%'))
  const operandsAt = (position: number, count: number) => {
    const values = tokens.slice(Math.max(0, position - count), Math.max(0, position))
    return values.length === count && values.every((value) => numberToken.test(value))
      ? values.map(Number)
      : null
  }
  const fontAt = tokens.lastIndexOf('Tf')
  const [size = 0] = operandsAt(fontAt, 1) ?? []
  const fontName = unescapeNames(/^\/(.*)/.exec(tokens[fontAt - 2] ?? '')?.[1] ?? '')
  const colours = (['g', 'rg', 'k'] as const).map((operator) => {
    const position = tokens.lastIndexOf(operator)
    return { position, components: operandsAt(position, componentCounts[operator]) }
  })
  const { components } = colours.reduce((last, colour) => (colour.position > last.position ? colour : last))
  return { fontName, size, colour: components && rgb(components) }
}

const componentCounts = { g: 1, rg: 3, k: 4 }

/** DeviceGray, DeviceRGB or DeviceCMYK (8.6.4) as RGB; null for any other number of components. */
function rgb(components: readonly number[]): Colour | null {
  const [a = 0, b = 0, c = 0, d = 0] = components
  if (components.length === 1) return [a, a, a]
  if (components.length === 3) return [a, b, c]
  return components.length === 4 ? [(1 - a) * (1 - d), (1 - b) * (1 - d), (1 - c) * (1 - d)] : null
}
