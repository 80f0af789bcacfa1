import { type ErrorText, errorText } from '#lib/messages/errors'
import type { TemplateRow } from '#lib/templates/present'

export const personColumns = [
  'name',
  'email',
  'phone',
  'locale',
  'otp',
  'access_code',
  'subject',
  'message',
] as const

export type Cells = Record<string, string>

/** A template, as far as it names columns. */
type Named = Pick<TemplateRow, 'roles' | 'fields'>

/**
 * The rows with the columns named as the template names them: the header of a list may differ in case.
 * @returns an error message for two columns of one name, and for one that no list may have
 */
export function nameColumns(rows: Cells[], template: Named): Cells[] | ErrorText {
  const nameByExact = mapNames(template)
  const namesByFolded = Map.groupBy(nameByExact, ([known]) => folded(known))
  const nameByColumn = new Map<string, string>()
  const taken = new Set<string>()
  for (const column of new Set(rows.flatMap((row) => Object.keys(row)))) {
    if (column in Object.prototype) return errorText('documents.columnNameNotAllowed', { name: column })
    if (column.includes('\ufffd')) return errorText('documents.columnNameUnreadable', { name: column })
    const [similar, ...others] = namesByFolded.get(folded(column)) ?? []
    const name = nameByExact.get(column) ?? (similar && others.length === 0 ? similar[1] : column)
    if (taken.has(name)) return errorText('documents.columnNameTwice', { name })
    nameByColumn.set(column, name)
    taken.add(name)
  }
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, cell]) => [nameByColumn.get(column)!, cell])),
  )
}

/** The names that a column can have, with the one by which it is known: the role may be absent if there is only one. */
function mapNames({ roles, fields }: Named): Map<string, string> {
  const people = roles.flatMap(({ name: role }) =>
    personColumns.flatMap((member) => {
      const column = `${role}.${member}`
      if (roles.length > 1) return [[column, column] as const]
      return [[column, member] as const, [member, member] as const]
    }),
  )
  const labels = fields.flatMap(({ label }) => (label === null ? [] : [[label, label] as const]))
  return new Map([...labels, ['external_id', 'external_id'], ...people])
}

const folded = (name: string) => name.trim().normalize('NFC').toLowerCase()
