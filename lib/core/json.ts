/** A value that JSON can represent. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/**
 * JSON with the members of every object in the order of their names (RFC 8785 without its rules for numbers), so
 * that equal values have the same hash.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const members = Object.keys(value)
      .sort()
      .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name]!)}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value)
}

/**
 * The paths of the numbers in it that cannot be stored, or are whole and may have been rounded by JSON, as ids of 64 bits.
 * @param path its own path, in dot form
 * @param stored what it replaces: a number that this has at the same path is left out
 */
export function findUnsafeNumbers(path: string, value: Json, stored?: Json): string[] {
  if (typeof value === 'number') {
    const isSafe = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
    return isSafe || value === stored ? [] : [path]
  }
  if (typeof value !== 'object' || value === null) return []
  const before = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : [])
  return Object.entries(value).flatMap(([name, member]) =>
    findUnsafeNumbers(`${path}.${name}`, member, before.get(name)),
  )
}
