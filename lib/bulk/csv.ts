import { CsvError, parse } from 'csv-parse/sync'
import type { ErrorMessage } from '#lib/core/error-messages/messages'

/** A cell that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * The rows of a CSV (RFC 4180) with a header, as cells by column; rows without any text are left out. The separator is
 * the semicolon if the header has one, else the comma.
 * @returns the rows, or an error message for a text that is not a valid CSV
 */
export function parseCsv(text: string): Record<string, string>[] | ErrorMessage {
  const [header = ''] = text.split('\n', 1)
  try {
    return parse(text, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim()),
      delimiter: header.includes(';') ? ';' : ',',
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    })
  } catch (error) {
    if (error instanceof CsvError) return messageOf(error)
    throw error
  }
}

function messageOf(error: CsvError): ErrorMessage {
  const line = String(error.lines)
  switch (error.code) {
    case 'CSV_RECORD_INCONSISTENT_COLUMNS':
      return `Line ${line} has ${String((error.record as string[]).length)} cells, but the header has ${String((error.columns as unknown[]).length)}.`
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'A quotation mark is not closed before the end of the list.'
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return `Line ${line} has a quotation mark in the wrong place. Enclose the cell in quotation marks, and double those within it.`
    default:
      return 'The list is not a valid CSV.'
  }
}

/** A CSV with CRLF and a BOM, so that spreadsheets read it as UTF-8; an apostrophe before formulas disables them. */
export function formatCsv(rows: string[][]): string {
  return `\ufeff${rows.map((cells) => cells.map(quoteCell).join(',')).join('\r\n')}\r\n`
}

function quoteCell(cell: string): string {
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
