import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream, PdfString } from '@libpdf/core'
import { type Colour, Drawing } from '../fields/drawing.ts'
import { numberArray } from '../file/objects.ts'
import type { FontStyle } from './faces.ts'
import { FontBook, lineHeight, textWidth } from './fonts.ts'
import { MirroredDrawing } from './mirrored-drawing.ts'
import { wrapText } from './wrap.ts'

/** ISO A4, in points. */
export const A4 = { width: 595, height: 842 } as const

/** Margins of the text area; header and footer are above and below it. */
export const margins = { side: 51, top: 70, bottom: 54 } as const

/** The width of the text area, in points. */
export const measure = A4.width - 2 * margins.side

/** A strip over the whole width of a page; never split. */
export interface Row {
  height: number
  /** Left out at the top of a page, as rows without a drawing are. */
  isSpace?: true
  /** Draws with the row's upper edge at `top` (points from the bottom of the page). */
  draw?(drawing: Drawing, top: number): void
  /** An area that leads to an address: its left edge on the page, its width, and its height below the upper edge. */
  link?: { url: string; x: number; width: number; height: number }
}

/** Style of a row's text. */
interface TextStyle {
  size: number
  colour: Colour
  style?: FontStyle
  /** Distance from the left margin. */
  x?: number
  width?: number
}

/**
 * A new document that is filled from top to bottom with rows. At the end, when the number of pages is known, every
 * page gets a header and a footer.
 */
export class Flow {
  readonly pdf = PDF.create()
  readonly rightToLeft: boolean
  readonly book: FontBook
  readonly #pages: Drawing[] = []
  readonly #links: { page: number; annotation: PdfDict }[] = []
  #remaining = 0

  /**
   * @param rightToLeft mirrors the layout of the pages
   * @param language BCP 47
   */
  constructor(rightToLeft = false, language?: string) {
    this.rightToLeft = rightToLeft
    this.book = new FontBook(this.pdf, language)
  }

  /** Adds rows below each other. `keepTogether` begins a new page rather than split them, if they fit on one. */
  add(rows: readonly Row[], keepTogether = false): void {
    const height = sumHeights(rows)
    if (keepTogether && height > this.#remaining && height <= pageHeight) this.#newPage()
    for (const row of rows) {
      if (row.height > this.#remaining) this.#newPage()
      if ((!row.draw || row.isSpace) && this.#remaining === pageHeight) continue
      const top = margins.bottom + this.#remaining
      row.draw?.(this.#pages.at(-1)!, top)
      if (row.link) this.#links.push({ page: this.#pages.length - 1, annotation: makeLink(row.link, top) })
      this.#remaining -= row.height
    }
  }

  /** Draws header and footer on every page and saves the document. */
  async finish(everyPage: (drawing: Drawing, number: number, count: number) => void): Promise<Uint8Array> {
    this.#pages.forEach((drawing, index) => {
      everyPage(drawing, index + 1, this.#pages.length)
      const { dict } = this.pdf.addPage({ ...A4 })
      dict.set('MediaBox', numberArray([0, 0, A4.width, A4.height]))
      dict.set('Resources', drawing.resources())
      dict.set('Contents', this.#register(drawing))
      const links = this.#links.filter(({ page }) => page === index)
      if (links.length > 0)
        dict.set('Annots', new PdfArray(links.map(({ annotation }) => this.pdf.context.register(annotation))))
    })
    this.book.embed()
    return await this.pdf.save()
  }

  #register(drawing: Drawing): PdfRef {
    return this.pdf.context.register(new PdfStream([], drawing.content()))
  }

  #newPage(): void {
    this.#pages.push(this.rightToLeft ? new MirroredDrawing(this.book, A4.width) : new Drawing(this.book))
    this.#remaining = pageHeight
  }
}

/** The height of the text area, in points. */
export const pageHeight = A4.height - margins.top - margins.bottom

export function sumHeights(rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + row.height, 0)
}

/** A link (ISO 32000-2, 12.5.6.5) without a border, which is printed: PDF/A demands that (ISO 19005-3, 6.3.2). */
function makeLink({ url, x, width, height }: NonNullable<Row['link']>, top: number): PdfDict {
  return PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Link'),
    Rect: numberArray([x, top - height, x + width, top]),
    Border: numberArray([0, 0, 0]),
    F: PdfNumber.of(4),
    A: PdfDict.of({ S: PdfName.of('URI'), URI: PdfString.fromString(url) }),
  })
}

/** Rows of wrapped text, one a line. */
export function textRows(text: string, textStyle: TextStyle): Row[] {
  const { size, colour, style = 'sans', x = 0, width = measure - x } = textStyle
  return wrapText(text, width, size, style).map((line) => ({
    height: size * lineHeight,
    draw: (drawing, top) => drawing.text(line, margins.side + x, top - size, size, colour, style),
  }))
}

/** Columns side by side: as many rows as the longest one has. */
export function columns(...columns: readonly (readonly Row[])[]): Row[] {
  const count = Math.max(0, ...columns.map((rows) => rows.length))
  return Array.from({ length: count }, (_, index) => {
    const strips = columns.flatMap((rows) => rows[index] ?? [])
    return {
      height: Math.max(...strips.map((strip) => strip.height)),
      draw: (drawing, top) => {
        for (const strip of strips) strip.draw?.(drawing, top)
      },
    }
  })
}

/** Vertical space. */
export function blankRow(height: number): Row {
  return { height }
}

/** A line over the whole width, `thickness` points thick, in the middle of `height`. */
export function ruleRow(height: number, colour: Colour, thickness: number): Row {
  return {
    height,
    draw: (drawing, top) =>
      drawing.line(
        [
          [margins.side, top - height / 2],
          [A4.width - margins.side, top - height / 2],
        ],
        thickness,
        colour,
      ),
  }
}

/** One line of text that ends at `right` (points from the left edge of the page). */
export function textToRight(
  drawing: Drawing,
  text: string,
  right: number,
  y: number,
  textStyle: { size: number; colour: Colour; style?: FontStyle },
): void {
  const width = textWidth(text, textStyle.size, textStyle.style)
  drawing.text(text, right - width, y, textStyle.size, textStyle.colour, textStyle.style)
}
