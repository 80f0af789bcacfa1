import { type ErrorText, errorText } from '#lib/messages/errors'
import { findKindError, type PresetKind } from '#lib/processes/fields/preset-kinds'
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
interface Named {
  roles: Pick<TemplateRow['roles'][number], 'name'>[]
  fields: { label: string | null }[]
}

/** The kind of a column of the list. */
export type Column =
  | { kind: 'person'; role: string; member: (typeof personColumns)[number] }
  | { kind: 'external_id' }
  | { kind: 'value' }

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

/** Whether one of these columns is the name or the email address of people. */
export function hasPersonColumn(columns: string[], template: Named): boolean {
  const named = nameColumns([Object.fromEntries(columns.map((column) => [column, '']))], template)
  const roles = template.roles.map(({ name }) => name)
  return (
    Array.isArray(named) &&
    Object.keys(named[0]!).some((name) => {
      const column = columnKind(name, roles)
      return column.kind === 'person' && (column.member === 'name' || column.member === 'email')
    })
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

/** What a column is for: a person, the id of the process elsewhere, or the value of a field. */
export function columnKind(column: string, roles: string[]): Column {
  const dot = column.lastIndexOf('.')
  const isWithoutRole = dot === -1 && roles.length === 1
  const role = isWithoutRole ? roles[0] : roles.find((name) => name === column.slice(0, Math.max(0, dot)))
  const member = personColumns.find((name) => name === column.slice(dot + 1))
  if (role !== undefined && member) return { kind: 'person', role, member }
  return column === 'external_id' ? { kind: 'external_id' } : { kind: 'value' }
}

/**
 * The labels of fields that can be columns of a list: the check refuses those of fields that have no preset value, and
 * takes a name that people have, such as `email`, for theirs.
 */
export function listValueColumns({
  roles,
  fields,
}: Pick<Named, 'roles'> & { fields: (Named['fields'][number] & PresetKind)[] }): string[] {
  const roleNames = roles.map(({ name }) => name)
  const refused = new Set(fields.flatMap((field) => (findKindError(field) ? [field.label] : [])))
  const labels = new Set(fields.flatMap(({ label }) => (label?.trim() ? [label] : [])))
  return [...labels].filter((label) => {
    const named = nameColumns([{ [label]: '' }], { roles, fields })
    return !refused.has(label) && Array.isArray(named) && columnKind(label, roleNames).kind === 'value'
  })
}

/** Without case and without the marks of directions (LRM, RLM, ALM). */
const folded = (name: string) =>
  name
    .replaceAll(/[\u200e\u200f\u061c]/g, '')
    .trim()
    .normalize('NFC')
    .toUpperCase()
