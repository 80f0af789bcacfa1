import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { ZoneBox } from './geometry.ts'

const assets = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))

/** What pdf.js says of a widget. */
export interface SeenField {
  name: string
  type: string
  value: unknown
  /** The lines of its appearance, as far as pdf.js extracts them. */
  text: string[]
  exportValue?: string
  readOnly: boolean
  required: boolean
  hidden: boolean
  tooltip: string
}

/** A page as pdf.js paints it, one pixel a point times `scale`. */
export class Painting {
  readonly width: number
  readonly height: number
  readonly #scale: number
  readonly #data: Uint8ClampedArray

  constructor(width: number, height: number, scale: number, data: Uint8ClampedArray) {
    this.width = width
    this.height = height
    this.#scale = scale
    this.#data = data
  }

  /** The smallest box (points, from the top left) around everything that is not white; null on an empty page. */
  ink(within: ZoneBox = { x: 0, y: 0, width: Infinity, height: Infinity }): ZoneBox | null {
    let [left, top, right, bottom] = [Infinity, Infinity, -1, -1]
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        const [px, py] = [(x + 0.5) / this.#scale, (y + 0.5) / this.#scale]
        const inside =
          px >= within.x && py >= within.y && px <= within.x + within.width && py <= within.y + within.height
        if (!inside || !this.#dark(x, y)) continue
        left = Math.min(left, x)
        top = Math.min(top, y)
        right = Math.max(right, x + 1)
        bottom = Math.max(bottom, y + 1)
      }
    }
    if (right < 0) return null
    const unit = 1 / this.#scale
    return { x: left * unit, y: top * unit, width: (right - left) * unit, height: (bottom - top) * unit }
  }

  /** Share of the box that is not white. */
  darkness(box: ZoneBox): number {
    let [dark, all] = [0, 0]
    const [x0, x1] = [Math.ceil(box.x * this.#scale), Math.floor((box.x + box.width) * this.#scale)]
    const [y0, y1] = [Math.ceil(box.y * this.#scale), Math.floor((box.y + box.height) * this.#scale)]
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x++) {
        all++
        if (this.#dark(x, y)) dark++
      }
    }
    return all === 0 ? 0 : dark / all
  }

  #dark(x: number, y: number): boolean {
    const at = (y * this.width + x) * 4
    return this.#data[at]! + this.#data[at + 1]! + this.#data[at + 2]! < 740
  }
}

/** Paints one page (from 1) with its annotations. */
export async function paint(bytes: Uint8Array, number: number, scale = 2): Promise<Painting> {
  return withPage(bytes, number, async (page) => {
    const viewport = page.getViewport({ scale })
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height))
    const canvasContext = canvas.getContext('2d')
    canvasContext.fillStyle = '#fff'
    canvasContext.fillRect(0, 0, canvas.width, canvas.height)
    const target = { canvasContext, canvas: null, viewport } as unknown as Parameters<
      PDFPageProxy['render']
    >[0]
    await page.render(target).promise
    const { data } = canvasContext.getImageData(0, 0, canvas.width, canvas.height)
    return new Painting(canvas.width, canvas.height, scale, data)
  })
}

/** The widgets of one page (from 1). */
export async function seenFields(bytes: Uint8Array, number: number): Promise<SeenField[]> {
  return withPage(bytes, number, async (page) => {
    const annotations = await page.getAnnotations()
    return annotations
      .filter(({ subtype }) => subtype === 'Widget')
      .map((widget) => ({
        name: widget.fieldName,
        type: widget.fieldType,
        value: widget.fieldValue,
        text: widget.textContent ?? [],
        exportValue: widget.exportValue ?? widget.buttonValue ?? undefined,
        readOnly: Boolean(widget.readOnly),
        required: Boolean(widget.required),
        hidden: Boolean(widget.hidden),
        tooltip: widget.alternativeText ?? '',
      }))
  })
}

async function withPage<T>(
  bytes: Uint8Array,
  number: number,
  use: (page: PDFPageProxy) => Promise<T>,
): Promise<T> {
  const task = getDocument({
    data: bytes.slice(),
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    cMapUrl: join(assets, 'cmaps/'),
    standardFontDataUrl: join(assets, 'standard_fonts/'),
    wasmUrl: join(assets, 'wasm/'),
  })
  try {
    return await use(await (await task.promise).getPage(number))
  } finally {
    await task.destroy()
  }
}
