/**
 * The value of this process under `name`, made at the first call. Next bundles a copy of each module per route and
 * reloads modules in development: a variable of a module would exist several times.
 */
export function singleton<T>(name: string, make: () => T): T {
  const values = globalThis as unknown as Record<symbol, T | undefined>
  const key = Symbol.for(`paraph.${name}`)
  values[key] ??= make()
  return values[key]
}
