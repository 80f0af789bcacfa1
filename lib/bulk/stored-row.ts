import { type FieldErrors, throwIfInvalid } from '#lib/core/errors'
import type { Json } from '#lib/core/json'
import { hashAccessCode } from '#lib/processes/signers/access-code'
import { UseTemplate } from '#lib/templates/input'
import type { TemplateRow } from '#lib/templates/present'
import type { Cells, personColumns } from './columns.ts'
import { readLocalRows } from './rows.ts'

const ACCESS_CODE: (typeof personColumns)[number] = 'access_code'

/** How the values of a row were read from its cells. */
interface Reading {
  /** The state of the template whose fields they were read for. */
  changeCount: number
  /** The language in which numbers and dates are written; null for the plain form. */
  locale: string | null
}

/** The input of a row as it is stored: with hashes in place of access codes. */
export function toStoredInput(input: UseTemplate, reading: Reading): Json {
  const signers = input.signers.map(({ access_code: code, ...person }) =>
    code ? { ...person, accessCodeHash: hashAccessCode(code) } : person,
  )
  return { ...input, signers, reading: { ...reading } } as Json
}

interface StoredInput {
  signers: { accessCodeHash?: string }[]
  values: Cells
  /** Absent in a row that an earlier version stored. */
  reading?: Reading
}

interface StoredRow {
  cells: Cells
  input: Json
}

/** Whether the template has changed since the values of a row were read. */
export function isOutdated({ input }: StoredRow, { changeCount }: TemplateRow): boolean {
  const { reading } = input as unknown as StoredInput
  return reading !== undefined && reading.changeCount !== changeCount
}

/**
 * The input of a stored row for the template as it is now, with the hashes of access codes. Its values are read from the
 * cells again if the template has changed: the same number is another text in a field for text.
 * @throws AppError `validation_error` under `values.LABEL`
 */
export function readStoredRow(row: StoredRow, template: TemplateRow) {
  const { signers, values, reading } = row.input as unknown as StoredInput
  const locale = isOutdated(row, template) ? reading!.locale : null
  const present = locale === null ? values : readValues(values, row.cells, template, locale)
  const input = UseTemplate.parse({ ...(row.input as object), values: present })
  return {
    ...input,
    values: present,
    signers: input.signers.map((person, index) => ({
      ...person,
      accessCodeHash: signers[index]?.accessCodeHash ?? null,
    })),
  }
}

function readValues(values: Cells, cells: Cells, template: TemplateRow, locale: string): Cells {
  const row = Object.fromEntries(Object.entries(cells).filter(([label]) => Object.hasOwn(values, label)))
  const rowErrors: FieldErrors = {}
  const [plainRow] = readLocalRows([row], template, locale, rowErrors)
  const errors = Object.entries(rowErrors).map(([path, messages]) => [
    path.replace(/^rows\.0/, 'values'),
    messages,
  ])
  throwIfInvalid(Object.fromEntries(errors))
  // A value without a cell stays as it is.
  return { ...values, ...plainRow }
}

/** The cells of a row without access codes, which no result shows again. */
export function withoutAccessCodes(cells: Cells, roles: { name: string }[]): Cells {
  const columns = new Set([ACCESS_CODE, ...roles.map(({ name }) => `${name}.${ACCESS_CODE}`)])
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [name, columns.has(name) ? '' : cell]),
  )
}
