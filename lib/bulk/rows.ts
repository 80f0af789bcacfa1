import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { FieldErrors } from '#lib/core/errors'
import { composeText } from '#lib/core/text/characters'
import { findLanguageForms } from '#lib/core/text/language-forms'
import { readIssue, zodMessage } from '#lib/core/zod-messages'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { FieldType } from '#lib/pdf/zones'
import { formatNumber, formatValue } from '#lib/processes/fields/format-value'
import { findOperands } from '#lib/processes/fields/operands'
import { applyPresets, type PresetChecks } from '#lib/processes/fields/presets'
import { readNumber, readValue } from '#lib/processes/fields/read-value'
import { readSpreadsheetWord } from '#lib/processes/fields/spreadsheet-words'
import { findCodeErrors } from '#lib/processes/signers/code-methods'
import { UseTemplate } from '#lib/templates/input'
import type { TemplateRow } from '#lib/templates/present'
import { type Cells, type Column, columnKind } from './columns.ts'

/** What spreadsheets write for a formula without a result, in their language, and for a column that is too narrow. */
const SPREADSHEET_ERROR = /^(#[¡¿]?\p{Lu}[\p{Lu}\d/]*[!?]|#\p{Lu}\/\p{Lu}|#NV|#YOK|#{3,}|Err:\d{3})$/u
/** Checking stops here: so many errors probably have one cause, such as a wrong header. */
const MAX_ERRORS = 200

/**
 * Checks every row of a list for a template; errors are added under `rows.N.COLUMN`, N from 0. Between two rows the event
 * loop serves other requests.
 * @param checks of the values, by `checkPresets`
 * @returns the template input of each row; an empty list if there are errors
 */
export async function checkRows(
  rows: Cells[],
  { roles, fields }: Pick<TemplateRow, 'roles' | 'fields'>,
  checks: PresetChecks,
  errors: FieldErrors,
): Promise<UseTemplate[]> {
  const roleNames = roles.map(({ name }) => name)
  const labels = new Set(fields.flatMap(({ label }) => label ?? []))
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columnByName = new Map(columns.map((column) => [column, columnKind(column, roleNames)]))
  const listedFields = fields.filter(({ label }) => label !== null && columnByName.has(label))
  const inputs: UseTemplate[] = []
  for (const [index, row] of rows.entries()) {
    if (Object.keys(errors).length >= MAX_ERRORS) break
    await yieldToOthers()
    const rowErrors: FieldErrors = {}
    for (const [column, cell] of Object.entries(row)) {
      const isUnknown = columnByName.get(column)!.kind === 'value' && !labels.has(column)
      if (isUnknown && cell !== '') rowErrors[column] = [errorText('documents.columnUnknown')]
      // The bytes of a file that are no character of its encoding.
      if (cell.includes('\ufffd')) rowErrors[column] = [errorText('documents.cellUnreadable')]
      if (SPREADSHEET_ERROR.test(cell)) rowErrors[column] = [errorText('documents.cellHasError')]
    }
    const input = toInput(row, columnByName, roleNames, { fields: listedFields, checks }, rowErrors)
    if (input) Object.assign(rowErrors, findRowCodeErrors(input, roles))
    if (input) inputs.push(input)
    for (const [column, messages] of Object.entries(rowErrors)) errors[`rows.${index}.${column}`] = messages
  }
  return Object.keys(errors).length > 0 ? [] : inputs
}

/** The fields that have the name of a column as label. */
interface ValueColumn {
  types: Set<FieldType>
  /** Whether a formula calculates with them: the process reads a number in their text by its own language. */
  isOperand: boolean
  /** Composed. Cells with these are as the template has them. */
  options: Set<string>
}

/** Finds the column of values with a name, whose letters may be composed in the list and not in the template. */
function valueColumnFinder({
  roles,
  fields,
}: Pick<TemplateRow, 'roles' | 'fields'>): (name: string) => ValueColumn | undefined {
  const roleNames = roles.map(({ name }) => name)
  const fieldsByRole = [...Map.groupBy(fields, ({ role }) => role).values()]
  const operands = new Set(fieldsByRole.flatMap((roleFields) => [...findOperands(roleFields)]))
  const columns = new Map<string, ValueColumn>()
  for (const field of fields) {
    const { label, type, options } = field
    if (label === null || columnKind(label, roleNames).kind !== 'value') continue
    const column = columns.get(label) ?? { types: new Set(), isOperand: false, options: new Set() }
    column.types.add(type)
    column.isOperand ||= operands.has(field)
    for (const option of options ?? []) column.options.add(composeText(option))
    columns.set(label, column)
  }
  const composed = new Map([...columns].map(([label, column]) => [composeText(label), column]))
  return (name) => columns.get(name) ?? composed.get(composeText(name))
}

/** Whether a text, other than an option of the template, may be a number that a formula calculates with. */
function mayBeOperand({ isOperand, options }: ValueColumn, text: string): boolean {
  return isOperand && !options.has(composeText(text))
}

/** Whether a cell with this text is read as a language writes numbers and dates. */
function isLocal(column: ValueColumn, text: string): boolean {
  const { types } = column
  return text !== '' && (types.has('number') || types.has('date') || mayBeOperand(column, text))
}

/** Whether a list has numbers or dates, which are read as a language writes them. */
export function hasLocalValues(rows: Cells[], template: Pick<TemplateRow, 'roles' | 'fields'>): boolean {
  const findColumn = valueColumnFinder(template)
  return rows.some((row) =>
    Object.entries(row).some(([name, cell]) => {
      const column = findColumn(name)
      return column && isLocal(column, cell.trim())
    }),
  )
}

/**
 * The rows of a CSV with numbers, dates and ticks in their plain form: people write them in a spreadsheet as their
 * language does. A text that a formula calculates with has its number as the language of the template writes it. Errors
 * are added under `rows.N.COLUMN`.
 * @param locale the language in which they are written (BCP 47); its numbers and dates are refused if it is not known
 */
export function readLocalRows(
  rows: Cells[],
  template: Pick<TemplateRow, 'roles' | 'fields' | 'options'>,
  locale: string,
  errors: FieldErrors,
): Cells[] {
  const findColumn = valueColumnFinder(template)
  return rows.map((row, index) => {
    const plainCells = Object.entries(row).map(([name, cell]) => {
      const column = findColumn(name)
      const plain = column ? readLocalCell(cell, column, locale, template) : cell
      if (typeof plain === 'string') return [name, plain]
      errors[`rows.${index}.${name}`] = [plain]
      return [name, '']
    })
    return Object.fromEntries(plainCells)
  })
}

/** The plain form of a cell, or why it has none: all fields with its label get the same value. */
function readLocalCell(
  cell: string,
  column: ValueColumn,
  locale: string,
  { options }: Pick<TemplateRow, 'options'>,
): string | ErrorText {
  // As values are stored, without the spaces around them.
  const text = cell.trim()
  if (isLocal(column, text) && !findLanguageForms(locale).isKnown)
    return errorText('documents.languageOfListUnknown', { language: locale })
  const plains = new Set<string>()
  for (const type of column.types) {
    const isPlain = type === 'number' || type === 'date'
    const plain = type === 'checkbox' ? readSpreadsheetWord(text, locale) : readValue(type, text, locale)
    if (plain === null) return formMessage(type, locale)
    plains.add(!isPlain && mayBeOperand(column, text) ? writeNumber(plain, locale, options.locale) : plain)
  }
  const [plain, ...others] = plains
  return others.length === 0 ? plain! : errorText('documents.fieldsOfColumnDiffer')
}

/** A text with the number that it is in one language as another one writes it; unchanged where that reads the same. */
function writeNumber(text: string, from: string, to: string): string {
  const plain = readNumber(text, from)
  const isSame = plain === null || Number(readNumber(text, to) ?? Number.NaN) === Number(plain)
  return isSame ? text : formatNumber(plain, to)
}

function formMessage(type: FieldType, locale: string): ErrorText {
  return type === 'number'
    ? errorText('values.mustBeNumberLike', { example: formatValue(type, '12345.67', locale) })
    : errorText('values.mustBeDateLike', { example: formatValue(type, '2026-03-31', locale) })
}

function toInput(
  row: Cells,
  columnByName: ReadonlyMap<string, Column>,
  roles: string[],
  { fields, checks }: Pick<TemplateRow, 'fields'> & { checks: PresetChecks },
  errors: FieldErrors,
): UseTemplate | null {
  const signers = new Map(roles.map((role) => [role, { role } as Cells]))
  const values: Cells = {}
  let externalId: string | undefined
  for (const [name, cell] of Object.entries(row)) {
    const column = columnByName.get(name)!
    if (cell === '' || errors[name]) continue
    if (column.kind === 'person') signers.get(column.role)![column.member] = cell
    else if (column.kind === 'external_id') externalId = cell
    else values[name] = cell
  }
  const valueErrors: FieldErrors = {}
  applyPresets(fields, values, valueErrors, checks)
  for (const [path, messages] of Object.entries(valueErrors)) errors[path.slice('values.'.length)] = messages
  const parseResult = UseTemplate.safeParse(
    { signers: [...signers.values()], values, external_id: externalId },
    { error: zodMessage },
  )
  for (const issue of parseResult.error?.issues ?? []) {
    const { path } = issue
    const column =
      path[0] === 'signers' ? columnName(roles, Number(path[1]), String(path[2])) : String(path.at(-1))
    errors[column] ??= readIssue(issue)
  }
  return parseResult.data ?? null
}

/** Errors of how the people of a row are to confirm who they are, by column. */
function findRowCodeErrors({ signers }: UseTemplate, roles: TemplateRow['roles']): FieldErrors {
  const roleNames = roles.map(({ name }) => name)
  return Object.fromEntries(
    signers.flatMap((person, index) => {
      const { otp = roles[index]?.otp ?? null, phone = null, access_code: code } = person
      const errors = findCodeErrors({ otp, phone, accessCodeHash: code ?? null }, person)
      return Object.entries(errors).map(([member, texts]) => [columnName(roleNames, index, member), texts])
    }),
  )
}

function columnName(roles: string[], index: number, member: string): string {
  return roles.length === 1 ? member : `${roles[index]}.${member}`
}
