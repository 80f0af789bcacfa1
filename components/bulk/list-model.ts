import { listValueColumns } from '#lib/bulk/columns'
import type { TemplateRecord } from '#lib/templates/schema'

/** An error in a cell of the list. */
export interface CellError {
  /** The path of the error in the response, such as `rows.2.email`. */
  key: string
  /** Counted from 1, without the header. */
  row: number
  column: string
  message: string
}

/** A CSV with the header for a template and one row to fill in. */
export function exampleCsv({ roles, fields }: Pick<TemplateRecord, 'roles' | 'fields'>): string {
  const personColumns = roles.flatMap(({ name, otp }) => {
    const members = [
      'name',
      'email',
      ...(otp === 'sms' ? ['phone'] : []),
      ...(otp === 'access_code' ? [otp] : []),
    ]
    return roles.length === 1 ? members : members.map((member) => `${name}.${member}`)
  })
  // What the sender has fixed in the template is seldom another value in each row.
  const filledIn = new Set(fields.flatMap(({ label, read_only }) => (read_only ? [] : [label])))
  const valueColumns = listValueColumns({ roles, fields }).filter((label) => filledIn.has(label))
  const header = [...personColumns, ...valueColumns]
  return `${header.map(quoted).join(',')}\r\n${header.map(() => '').join(',')}\r\n`
}

/** The list that the browser keeps until it is sent: none with access codes, of which the service stores only hashes. */
export function keepableCsv(csv: string, { roles }: Pick<TemplateRecord, 'roles'>): string {
  const hasAccessCodes = roles.some(({ otp }) => otp === 'access_code') || /access_code/i.test(csv)
  return hasAccessCodes ? '' : csv
}

function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The errors of a response that belong to a cell, in the order of the rows. */
export function cellErrors(errors: Record<string, string[]>): CellError[] {
  return Object.entries(errors)
    .flatMap(([path, messages]) => {
      const [match, row, column] = /^rows\.(\d+)\.(.+)$/s.exec(path) ?? []
      return match ? [{ key: path, row: Number(row) + 1, column: column!, message: messages.join(' ') }] : []
    })
    .sort((a, b) => a.row - b.row)
}
