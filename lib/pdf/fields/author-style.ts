import { type PDF, type PdfDict, PdfNumber } from '@libpdf/core'
import { asDict, resolver } from '../check/inspect.ts'
import type { AppearanceBox, Colour, Drawing } from './drawing.ts'

/** Draws background and border of an author's widget, and lines between cells (ISO 32000-2, table 192, and 12.5.4). */
export function drawFrame(drawing: Drawing, box: AppearanceBox, pdf: PDF, widget: PdfDict, cells = 1): void {
  const resolve = resolver(pdf)
  const { background, border } = frameColours(pdf, widget)
  if (background) drawing.rectangle(0, 0, box.width, box.height, background, 'fill')
  const style = asDict(widget.get('BS', resolve))
  const width = style?.getNumber('W', resolve)?.value ?? 1
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

/** Font size and colour of a default appearance string (12.7.4.3): 0 stands for as large as fits. */
export function parseDefaultAppearance(text: string): { size: number; colour: Colour | null } {
  const tokens = text.trim().split(/\s+/)
  const operands = (operator: string, count: number) => {
    const position = tokens.lastIndexOf(operator)
    const values = tokens.slice(Math.max(0, position - count), Math.max(0, position)).map(Number)
    return values.length === count && values.every(Number.isFinite) ? values : null
  }
  const [size = 0] = operands('Tf', 1) ?? []
  const components = operands('rg', 3) ?? operands('g', 1) ?? operands('k', 4)
  return { size, colour: components && rgb(components) }
}

/** DeviceGray, DeviceRGB or DeviceCMYK (8.6.4) as RGB; null for any other number of components. */
function rgb(components: readonly number[]): Colour | null {
  const [a = 0, b = 0, c = 0, d = 0] = components
  if (components.length === 1) return [a, a, a]
  if (components.length === 3) return [a, b, c]
  return components.length === 4 ? [(1 - a) * (1 - d), (1 - b) * (1 - d), (1 - c) * (1 - d)] : null
}
