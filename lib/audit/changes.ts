import { isDeepStrictEqual } from 'node:util'

/** The names of the members of an input whose values differ from those of the record. */
export function listChanged(input: object, record: object): string[] {
  const values = new Map<string, unknown>(Object.entries(record))
  return Object.entries(input).flatMap(([name, value]) =>
    value === undefined || isDeepStrictEqual(value, values.get(name)) ? [] : [name],
  )
}

/** The members that a visit has changed, with those of its last change. */
export function changedMembers(before: string[] = [], changed: string[]): string[] {
  return [...new Set([...before, ...changed])].sort()
}
