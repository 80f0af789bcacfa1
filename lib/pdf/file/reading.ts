import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { type PageGeometry, readPageGeometry } from '../geometry.ts'

/** What pdf.js, the viewer of the signing page, reads from a file. */
export interface Reading {
  pages: PageGeometry[]
  /** The text of the first `textPages` pages, by page; null for a page that pdf.js could not read. */
  texts: (string | null)[]
  /** pdf.js applied a security handler: the file is encrypted, perhaps with an empty password. */
  encrypted: boolean
  /** Signatures that pdf.js finds in the form fields. */
  signatures: number
}

const assets = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))

/**
 * Connects the main and worker side of pdf.js in this thread. The port of pdf.js would copy the file or
 * transfer its buffer; this one passes the buffer itself in `GetDocRequest`, an internal message of version 6.3.
 */
class SharedBufferPort extends EventTarget {
  readonly #file: Uint8Array

  constructor(file: Uint8Array) {
    super()
    // pdf.js reads the whole underlying buffer, beyond the end of a view.
    const { buffer, byteLength } = file
    this.#file = byteLength === buffer.byteLength ? new Uint8Array(buffer) : new Uint8Array(file)
  }

  postMessage(message: { action?: string; data?: object }, transfer?: Transferable[] | null): void {
    const data = structuredClone(message, { transfer: transfer ?? [] })
    if (data.action === 'GetDocRequest') Object.assign(data.data!, { data: this.#file })
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
}

/**
 * Opens the bytes with pdf.js and reads up to `maxPages` pages and the text of the first `textPages`.
 * @throws the error of pdf.js for a file that it cannot open
 */
export function readWithPdfjs(
  bytes: Uint8Array,
  options: { maxPages: number; textPages: number },
): Promise<Reading> {
  return withPdfjs(bytes, {}, async (document) => {
    const pages: PageGeometry[] = []
    const texts: (string | null)[] = []
    for (let number = 1; number <= Math.min(document.numPages, options.maxPages); number++) {
      const page = await document.getPage(number)
      pages.push(
        readPageGeometry(number, { mediaBox: page.view, rotate: page.rotate, userUnit: page.userUnit }),
      )
      if (number <= options.textPages) texts.push(await readPageText(document, number))
      page.cleanup()
    }
    return {
      pages,
      texts,
      encrypted: (await document.getPermissions()) !== null,
      signatures: (await document.getSignatures())?.length ?? 0,
    }
  })
}

/**
 * Opens the bytes with pdf.js in this thread while `use` runs. @throws the error of pdf.js, or of `use`
 * @param options `maxImageSize` in pixels
 */
export async function withPdfjs<T>(
  bytes: Uint8Array,
  options: { maxImageSize?: number },
  use: (document: PDFDocumentProxy) => Promise<T>,
): Promise<T> {
  const port = new SharedBufferPort(bytes)
  const worker = new PDFWorker({ port: port as never })
  WorkerMessageHandler.initializeFromPort(port)
  const task = getDocument({
    ...options,
    worker,
    // A placeholder: the port passes the file.
    data: new Uint8Array(1),
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    cMapUrl: join(assets, 'cmaps/'),
    standardFontDataUrl: join(assets, 'standard_fonts/'),
    wasmUrl: join(assets, 'wasm/'),
  })
  try {
    return await use(await task.promise)
  } finally {
    await task.destroy()
    worker.destroy()
  }
}

/** Whether two readers see the same pages: rotation, user unit and box, to a hundredth of a unit. */
export function arePagesEqual(a: readonly PageGeometry[], b: readonly PageGeometry[]): boolean {
  return (
    a.length === b.length &&
    a.every((page, index) => {
      const counterpart = b[index]!
      return (
        page.rotation === counterpart.rotation &&
        Math.abs(page.userUnit - counterpart.userUnit) < 0.01 &&
        page.box.every((value, side) => Math.abs(value - counterpart.box[side]!) < 0.01)
      )
    })
  )
}

async function readPageText(document: PDFDocumentProxy, pageNumber: number): Promise<string | null> {
  try {
    const page = await document.getPage(pageNumber)
    const { items } = await page.getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join(' ')
  } catch {
    return null
  }
}
