/** The members that no longer are as in `seen`. */
export function pickChanged<T extends object>(input: T, seen: T): Partial<T> {
  const changed = Object.entries(input).filter(([name, value]) => value !== seen[name as keyof T])
  return Object.fromEntries(changed) as Partial<T>
}
