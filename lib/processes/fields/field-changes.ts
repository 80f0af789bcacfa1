import type { FieldErrors } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { fieldKey, type NewField } from './zones.ts'

/** An entry of a request: its field, the id of the stored field that it changes, and its place in the body. */
interface FieldEntry {
  id: number | undefined
  field: NewField
  place: string
}

export interface ChangedField {
  id: number
  field: NewField
}

/** What a request does to the stored fields, and the fields afterwards with the places of their entries. */
export interface FieldChanges {
  /** Fields that are only at another place, and those with another content. */
  moved: ChangedField[]
  changed: ChangedField[]
  added: NewField[]
  removedIds: number[]
  result: { id: number | undefined; field: NewField; place: string | null }[]
}

const isNamed = (entry: FieldEntry): entry is FieldEntry & { id: number } => entry.id !== undefined

/**
 * Compares the entries of a request with the stored fields. Adding ignores ids. Replacing keeps the id of a field that
 * an entry names or equals, and removes the others. An entry that equals another field is that field.
 * Errors are added under the places of the entries; `whole` is the noun of what has the fields.
 */
export function planFieldChanges(
  stored: (NewField & { id: number })[],
  entries: FieldEntry[],
  mode: 'add' | 'replace',
  errors: FieldErrors,
  whole: 'process' | 'template' = 'process',
): FieldChanges {
  const named = mode === 'replace' ? entries.filter(isNamed) : []
  const storedById = new Map(stored.map((field) => [field.id, field]))
  const namedIds = new Set<number>()
  for (const { id, place } of named) {
    if (!storedById.has(id))
      errors[`${place}.id`] = [
        errorText(whole === 'process' ? 'processes.fieldNotInProcess' : 'processes.fieldNotInTemplate', {
          id,
        }),
      ]
    else if (namedIds.has(id)) errors[`${place}.id`] = [errorText('processes.fieldAppearsTwice', { id })]
    namedIds.add(id)
  }
  const differing = named.filter(({ id, field }) => {
    const before = storedById.get(id)
    return before && fieldKey(before) !== fieldKey(field)
  })
  const [moved, changed] = partition(differing, ({ id, field }) => {
    const { page, x, y, width, height } = field
    return fieldKey({ ...storedById.get(id)!, page, x, y, width, height }) === fieldKey(field)
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
    .map(([, { field, place }]) => ({ id: undefined, field, place }))
  const kept = mode === 'add' ? others : others.filter((field) => unnamed.has(fieldKey(field)))
  const keptIds = new Set([...namedIds, ...kept.map(({ id }) => id)])
  return {
    moved,
    changed,
    added: added.map(({ field }) => field),
    removedIds: stored.map(({ id }) => id).filter((id) => !keptIds.has(id)),
    result: [
      ...kept.map(({ id, ...field }) => ({ id, field, place: unnamed.get(fieldKey(field))?.place ?? null })),
      ...named,
      ...added,
    ],
  }
}

function partition<T>(items: T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

/** The ids of the fields that a visit of the editor has added, moved, changed and removed. */
export type VisitedFields = Record<'added' | 'moved' | 'changed' | 'removed', number[]>

/** All changes of a visit: a field that it added is no other change, and one that it added and removed is none. */
export function combineVisits(before: VisitedFields, next: VisitedFields): VisitedFields {
  const removed = new Set(next.removed)
  const added = new Set([...before.added, ...next.added])
  const changed = new Set([...before.changed, ...next.changed])
  const without = (ids: Iterable<number>, ...excluded: Set<number>[]) =>
    [...new Set(ids)].filter((id) => !excluded.some((set) => set.has(id)))
  return {
    added: without(added, removed),
    moved: without([...before.moved, ...next.moved], added, changed, removed),
    changed: without(changed, added, removed),
    removed: without([...before.removed, ...removed], added),
  }
}
