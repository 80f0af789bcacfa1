import type { TemplateRecord } from '#lib/templates/schema'

/** An error in a list: its row (from 1, without the header) and column. */
export interface CellError {
  key: string
  row: number
  column: string
  message: string
}

/** A CSV with the header for a template and one row to fill in. */
export function exampleCsv({ roles, fields }: Pick<TemplateRecord, 'roles' | 'fields'>): string {
  const people = roles.flatMap(({ name }) =>
    roles.length === 1 ? ['name', 'email'] : [`${name}.name`, `${name}.email`],
  )
  const labels = fields
    .filter(({ type, read_only, auto }) => !['signature', 'initials'].includes(type) && !read_only && !auto)
    .flatMap(({ label }) => label ?? [])
  const header = [...people, ...new Set(labels)]
  return `${header.map(quoted).join(',')}\r\n${header.map(() => '').join(',')}\r\n`
}

function quoted(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The errors of cells in the errors of a response, in the order of the rows; the others are left out. */
export function cellErrors(errors: Record<string, string[]>): CellError[] {
  return Object.entries(errors)
    .flatMap(([path, messages]) => {
      const [matched, row, column] = /^rows\.(\d+)\.(.+)$/s.exec(path) ?? []
      return matched
        ? [{ key: path, row: Number(row) + 1, column: column!, message: messages.join(' ') }]
        : []
    })
    .sort((a, b) => a.row - b.row)
}
