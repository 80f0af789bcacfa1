/** A cell that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/
/** Within a cell, where a spreadsheet that splits lines at `;` or tabs begins one. */
const FORMULA_WITHIN = /(?<=[;\t\r\n])(?=[=+\-@])/g
/** The apostrophes that are written before both. */
const APOSTROPHES = /^'(?=[=+\-@\t\r])|(?<=[;\t\r\n])'(?=[=+\-@])/g

/**
 * A CSV with CRLF and a BOM, so that spreadsheets read it as UTF-8. Every cell is quoted, and an apostrophe before
 * formulas disables them, also where a spreadsheet with another separator would begin a cell.
 * @param options `withMark: false` for further rows of the same file, which have no BOM
 */
export function formatCsv(rows: string[][], { withMark = true } = {}): string {
  const lines = rows.map((cells) => `${cells.map(quoteCell).join(',')}\r\n`)
  return (withMark ? '\ufeff' : '') + lines.join('')
}

function quoteCell(cell: string): string {
  const safeText = cell.replace(FORMULA_WITHIN, "'").replace(FORMULA, "'$&")
  return `"${safeText.replaceAll('"', '""')}"`
}

/** The text of a cell that `formatCsv` wrote. */
export function withoutApostrophes(cell: string): string {
  return cell.replace(APOSTROPHES, '')
}
