/** Of all XML of a document together. LibreOffice lays out this many paragraphs in seconds. */
const MAX_ELEMENTS = 1_000_000
/** The time for a table grows with the square of its cells: 10,000 take 3 s, 30,000 take 40 s. */
const MAX_CELLS = 10_000
const MAX_TABLE_DEPTH = 20
/** Documents with more than these, some tenths of a second each, are converted among their like. */
const LARGE_ELEMENTS = 50_000
const LARGE_CELLS = 2000

const cells = ['tc', 'table-cell']
const tables = ['tbl', 'table']

/** Thrown for a document that would take too long to convert; the message is for the person who uploaded it. */
export class TooMuchContent extends Error {
  constructor() {
    super(
      'This document is too large to be converted: up to 10,000 table cells, tables nested up to 20 deep and a million elements are. Split it, or export it to PDF.',
    )
  }
}

export interface ContentFacts {
  /** Whether the conversion takes noticeably longer than the start of LibreOffice. */
  isLarge: boolean
  /** Whether it has equations of Word. An ODT has a picture of each, too. */
  hasEquations: boolean
}

/** Counts what a word processor has to lay out, before it is started. */
export class ContentCounter {
  #elements = 0
  #cells = 0
  #tableDepth = 0
  #hasEquations = false

  /** @throws TooMuchContent */
  begin(element: string): void {
    this.#elements++
    if (cells.includes(element)) this.#cells++
    if (tables.includes(element)) this.#tableDepth++
    this.#hasEquations ||= element === 'oMath'
    if (this.#elements > MAX_ELEMENTS || this.#cells > MAX_CELLS || this.#tableDepth > MAX_TABLE_DEPTH)
      throw new TooMuchContent()
  }

  /** What is known when all of the document was counted. */
  get facts(): ContentFacts {
    const isLarge = this.#elements > LARGE_ELEMENTS || this.#cells > LARGE_CELLS
    return { isLarge, hasEquations: this.#hasEquations }
  }

  end(element: string): void {
    if (tables.includes(element)) this.#tableDepth--
  }
}
