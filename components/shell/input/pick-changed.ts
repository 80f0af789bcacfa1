/** The members whose values, compared as JSON, differ from those of `seen`: a form sends no others. */
export function pickChanged<T extends object>(input: T, seen: { [Name in keyof T]?: unknown }): Partial<T> {
  const changed = Object.entries(input).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(seen[name as keyof T]),
  )
  return Object.fromEntries(changed) as Partial<T>
}
