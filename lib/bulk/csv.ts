import { CsvError, parse } from 'csv-parse/sync'
import { type ErrorText, errorText } from '#lib/messages/errors'

/** A first line that names the separator, as Excel reads it. */
const SEPARATOR_LINE = /^\ufeff?"?sep=([^\r\n"])"?\r?\n/i
/** Of two that are equally frequent, the later one. */
const separators = [',', ';', '\t'] as const

/** More than any template has roles and fields. */
export const MAX_COLUMNS = 1000

/** A line as csv-parse returns it with `info`. */
interface Line {
  record: string[]
  info: { lines: number }
}

/**
 * The rows of a CSV (RFC 4180) with a header, as cells by column; rows without any text are left out. The separator is
 * the one of `sep=;`, else the most frequent of tab, semicolon and comma in the header, outside quotation marks.
 * @returns the rows, or an error message for a text that is not a valid CSV
 */
export function parseCsv(text: string): Record<string, string>[] | ErrorText {
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(text) ?? []
  const skippedLines = separatorLine ? 1 : 0
  try {
    const lines = parse(text.slice(separatorLine.length), {
      bom: true,
      delimiter: separator ?? detectSeparator(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as Line[]
    return toRows(lines, skippedLines)
  } catch (error) {
    if (error instanceof CsvError) return formatCsvError(error, skippedLines)
    throw error
  }
}

function detectSeparator(text: string): string {
  const header = readHeader(text).replace(/"[^"]*("|$)/g, '')
  const countCells = (separator: string) => header.split(separator).length
  return separators.reduce((best, separator) =>
    header.includes(separator) && countCells(separator) >= countCells(best) ? separator : best,
  )
}

/** The first line with text; a line break between quotation marks does not end it. */
function readHeader(text: string): string {
  let isQuoted = false
  let start = 0
  for (const { 0: mark, index } of text.matchAll(/["\n]/g)) {
    if (mark === '"') isQuoted = !isQuoted
    else if (!isQuoted && text.slice(start, index).trim() !== '') return text.slice(start, index)
    else if (!isQuoted) start = index + 1
  }
  return text.slice(start)
}

function toRows([header, ...lines]: Line[], skippedLines: number): Record<string, string>[] | ErrorText {
  if (!header) return []
  const columns = header.record
  if (columns.length > MAX_COLUMNS)
    return errorText('documents.listHasTooManyColumns', { limit: String(MAX_COLUMNS) })
  const repeated = findRepeatedName(columns)
  if (repeated !== undefined) return errorText('documents.columnNameTwice', { name: repeated })
  const rows: Record<string, string>[] = []
  for (const { record, info } of lines) {
    const line = String(info.lines + skippedLines)
    if (record.length !== columns.length)
      return errorText('documents.lineHasOtherNumberOfCells', {
        line,
        cells: String(record.length),
        columns: String(columns.length),
      })
    if (record.some((cell, index) => cell !== '' && columns[index] === ''))
      return errorText('documents.cellWithoutColumnName', { line })
    const cells = columns.map((name, index) => [name, record[index]!] as const)
    // `fromEntries` keeps a column `__proto__`, which is refused later.
    rows.push(Object.fromEntries(cells.filter(([name]) => name !== '')))
  }
  return rows
}

function findRepeatedName(columns: string[]): string | undefined {
  const names = new Set<string>()
  return columns.find((name) => name !== '' && names.size === names.add(name).size)
}

function formatCsvError(error: CsvError, skippedLines: number): ErrorText {
  const line = String(Number(error.lines) + skippedLines)
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return errorText('documents.quotationMarkNotClosed')
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return errorText('documents.quotationMarkMisplaced', { line })
    default:
      return errorText('documents.listNotCsv')
  }
}
