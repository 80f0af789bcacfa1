import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocument, PDFDataRangeTransport, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type PageGeometry, pageGeometry } from './geometry.ts'

/** How pdf.js, the reader in which signers see the document, understands a file. */
export interface Reading {
  pages: PageGeometry[]
  /** The text of each page, as many pages as were asked for; null where pdf.js could not read it. */
  texts: (string | null)[]
  /** pdf.js applied a security handler: the file is encrypted, perhaps with an empty password. */
  encrypted: boolean
  /** Signatures that pdf.js finds in the form fields. */
  signatures: number
}

const assets = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))

/** Gives pdf.js the parts of a file that it asks for: of a large one it needs little to know its pages. */
class Parts extends PDFDataRangeTransport {
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    super(bytes.length, null)
    this.#bytes = bytes
  }

  override requestDataRange(begin: number, end: number): void {
    // A copy, which a Buffer's own slice is not: pdf.js takes the memory of what it is given with it.
    this.onDataRange(begin, Uint8Array.prototype.slice.call(this.#bytes, begin, end))
  }
}

/**
 * Opens the bytes with pdf.js: pages up to `maxPages`, and the text of the first `textPages`.
 * Throws what pdf.js throws for a file that it cannot open.
 */
export async function readWithPdfjs(
  bytes: Uint8Array,
  options: { maxPages: number; textPages: number },
): Promise<Reading> {
  const task = getDocument({
    range: new Parts(bytes),
    disableAutoFetch: true,
    disableStream: true,
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    cMapUrl: join(assets, 'cmaps/'),
    standardFontDataUrl: join(assets, 'standard_fonts/'),
    wasmUrl: join(assets, 'wasm/'),
  })
  try {
    const document = await task.promise
    const pages: PageGeometry[] = []
    const texts: (string | null)[] = []
    for (let number = 1; number <= Math.min(document.numPages, options.maxPages); number++) {
      const page = await document.getPage(number)
      pages.push(pageGeometry(number, { mediaBox: page.view, rotate: page.rotate, userUnit: page.userUnit }))
      if (number <= options.textPages) texts.push(await textOf(document, number))
      page.cleanup()
    }
    return {
      pages,
      texts,
      encrypted: (await document.getPermissions()) !== null,
      signatures: (await document.getSignatures())?.length ?? 0,
    }
  } finally {
    await task.destroy()
  }
}

/** Whether two readers measured the same pages, to a hundredth of a point. */
export function samePages(a: readonly PageGeometry[], b: readonly PageGeometry[]): boolean {
  return (
    a.length === b.length &&
    a.every((page, index) => {
      const other = b[index]!
      return (
        page.rotation === other.rotation &&
        Math.abs(page.userUnit - other.userUnit) < 0.01 &&
        page.box.every((value, side) => Math.abs(value - other.box[side]!) < 0.01)
      )
    })
  )
}

async function textOf(document: PDFDocumentProxy, number: number): Promise<string | null> {
  try {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join(' ')
  } catch {
    return null
  }
}
