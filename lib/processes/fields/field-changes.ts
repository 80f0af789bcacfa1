import type { FieldErrors } from '#lib/core/errors'
import type { FieldRow } from '../present.ts'
import { fieldKey, type NewField } from './zones.ts'

/** An entry of a request: its field, the id of the stored field that it changes, and its place in the body. */
export interface FieldEntry {
  id: number | undefined
  field: NewField
  place: string
}

/** What a request does to the stored fields, and the fields afterwards with the places of their entries. */
interface FieldChanges {
  changed: { id: number; field: NewField }[]
  added: NewField[]
  removedIds: number[]
  result: { field: NewField; place: string | null }[]
}

const isNamed = (entry: FieldEntry): entry is FieldEntry & { id: number } => entry.id !== undefined

/**
 * Compares the entries of a request with the stored fields. Adding ignores ids. Replacing keeps the id of a field that
 * an entry names or equals, and removes the others. An entry that equals another field is that field.
 * Errors are added under the places of the entries.
 */
export function planFieldChanges(
  stored: FieldRow[],
  entries: FieldEntry[],
  mode: 'add' | 'replace',
  errors: FieldErrors,
): FieldChanges {
  const named = mode === 'replace' ? entries.filter(isNamed) : []
  const storedById = new Map(stored.map((field) => [field.id, field]))
  const namedIds = new Set<number>()
  for (const { id, place } of named) {
    if (!storedById.has(id)) errors[`${place}.id`] = [`The field ${id} is not in this process.`]
    else if (namedIds.has(id)) errors[`${place}.id`] = [`The field ${id} appears twice.`]
    namedIds.add(id)
  }
  const changed = named.flatMap(({ id, field }) => {
    const before = storedById.get(id)
    return before && fieldKey(before) !== fieldKey(field) ? [{ id, field }] : []
  })
  const others = stored.filter(({ id }) => !namedIds.has(id))
  const otherByKey = new Map(others.map((field) => [fieldKey(field), field]))
  const namedKeys = new Set(named.map(({ field }) => fieldKey(field)))
  const unnamed = new Map(
    entries
      .filter((entry) => mode === 'add' || !isNamed(entry))
      .map((entry) => [fieldKey(entry.field), entry]),
  )
  const added = [...unnamed]
    .filter(([key]) => !namedKeys.has(key) && !otherByKey.has(key))
    .map(([, entry]) => entry)
  const kept = mode === 'add' ? others : others.filter((field) => unnamed.has(fieldKey(field)))
  const keptIds = new Set([...namedIds, ...kept.map(({ id }) => id)])
  return {
    changed,
    added: added.map(({ field }) => field),
    removedIds: stored.map(({ id }) => id).filter((id) => !keptIds.has(id)),
    result: [
      ...kept.map((field) => ({ field, place: unnamed.get(fieldKey(field))?.place ?? null })),
      ...named,
      ...added,
    ],
  }
}
