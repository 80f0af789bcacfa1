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

/** Whether a number is no whole number that JSON may have rounded. */
export function isSafeIfWhole(value: number): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value)
}

/** Whether every number in it can be stored, and is `isSafeIfWhole`, as ids of 64 bits need not be. */
export function hasSafeNumbers(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && isSafeIfWhole(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(hasSafeNumbers)
}
