import { CsvError, parse } from 'csv-parse/sync'
import { withoutApostrophes } from '#lib/core/text/format-csv'
import { type ErrorText, errorText } from '#lib/messages/errors'

/** A first line that names the separator, as Excel reads it. */
const SEPARATOR_LINE = /^\ufeff?"?sep=([^\r\n"])"?\r?\n/i
/** Of two that are equally frequent, the earlier one. */
const separators = ['\t', ';', ','] as const

/** A formula that is only a text: with it, exports keep the leading zeros of a number. */
const TEXT_FORMULA = /^="([^"]*)"$/
/** Text in quotation marks, or the sign of a formula before it. */
const QUOTED_OR_SIGN = /("[^"]*")|(?<!")=(?=")/g

/** How many of the first records, the header included, show whether a separator is the right one. */
const JUDGED_RECORDS = 20

/** More than any template has roles and fields. */
const MAX_COLUMNS = 1000

interface CsvRecord {
  cells: string[]
  /** The line on which it ends, from 1. */
  line: number
  /** How many records the text has up to this one, those without text included. */
  position: number
}

/** The rows of a list, and the number of each in its file: from 1, without the header. */
export interface CsvRows {
  rows: Record<string, string>[]
  numbers: number[]
}

/**
 * The rows of a CSV (RFC 4180) with a header, as cells by column; rows without any text are left out, but count. The
 * separator is the one of `sep=;`, else one of tab, semicolon and comma: the most frequent one in the header, outside
 * quotation marks, with which the first rows are valid and have a known column, or the most frequent one. A cell such as
 * `="00123"` is its text, and the apostrophes of `formatCsv` are taken off.
 * @param hasKnown whether one of these columns is known
 * @returns the rows, or an error message for a text that is not a valid CSV
 */
export function parseCsv(
  text: string,
  hasKnown: (columns: string[]) => boolean = () => true,
): CsvRows | ErrorText {
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(text) ?? []
  if (separator) return readRows(text.slice(separatorLine.length), separator, 1)
  const found = findSeparators(text)
  const isFitting = (each: string) => {
    const beginning = readRows(text, each, 0, JUDGED_RECORDS)
    return 'rows' in beginning && beginning.rows[0] !== undefined && hasKnown(Object.keys(beginning.rows[0]))
  }
  return readRows(text, found.find(isFitting) ?? found[0]!, 0)
}

/**
 * @param skippedLines how many lines the file has before the text
 * @param to the last record that is read, from 1; by default all are
 */
function readRows(text: string, delimiter: string, skippedLines: number, to?: number): CsvRows | ErrorText {
  try {
    const records: CsvRecord[] = []
    parse(text.replace(QUOTED_OR_SIGN, '$1'), {
      bom: true,
      delimiter,
      on_record: (texts: string[], { lines, records: position, empty_lines: emptyLines }) => {
        const cells = texts.map((text) => withoutApostrophes(text.replace(TEXT_FORMULA, '$1')))
        if (cells.some((cell) => cell.trim() !== ''))
          records.push({ cells, line: lines + skippedLines, position: position + emptyLines })
        return null
      },
      relax_column_count: true,
      skip_empty_lines: true,
      to,
      trim: true,
    })
    return toRows(records)
  } catch (error) {
    if (error instanceof CsvError) return formatCsvError(error, skippedLines)
    throw error
  }
}

/** The separators in the header, the most frequent first; the comma for a single column. */
function findSeparators(text: string): string[] {
  const header = readHeader(text).replace(/"[^"]*("|$)/g, '')
  const countCells = (separator: string) => header.split(separator).length
  const found = separators.filter((separator) => header.includes(separator))
  return found.length > 0 ? found.toSorted((a, b) => countCells(b) - countCells(a)) : [',']
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

function toRows([header, ...records]: CsvRecord[]): CsvRows | ErrorText {
  if (!header) return { rows: [], numbers: [] }
  const columns = header.cells
  if (columns.length > MAX_COLUMNS)
    return errorText('documents.listHasTooManyColumns', { limit: String(MAX_COLUMNS) })
  const repeated = findRepeatedName(columns)
  if (repeated !== undefined) return errorText('documents.columnNameTwice', { name: repeated })
  const rows: Record<string, string>[] = []
  for (const { cells, line: lineNumber } of records) {
    const line = String(lineNumber)
    if (cells.length !== columns.length)
      return errorText('documents.lineHasOtherNumberOfCells', {
        line,
        cells: String(cells.length),
        columns: String(columns.length),
      })
    if (cells.some((cell, index) => cell !== '' && columns[index] === ''))
      return errorText('documents.cellWithoutColumnName', { line })
    const entries = columns.map((name, index) => [name, cells[index]!] as const)
    // `fromEntries` keeps a column `__proto__`, which is refused later.
    rows.push(Object.fromEntries(entries.filter(([name]) => name !== '')))
  }
  return { rows, numbers: records.map(({ position }) => position - header.position) }
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
