import { createHash } from 'node:crypto'

/** Most results in a cache: files of one process contain the same certificates and signatures. */
const maxEntries = 200

/**
 * Caches the results of `parse` for the last 200 inputs, because parsing ASN.1 takes milliseconds. `parse` must
 * depend on the bytes only, and the caller must not change the result.
 */
export function memoize<T>(parse: (der: Uint8Array) => T): (der: Uint8Array) => T {
  const cache = new Map<string, T>()
  return (der) => {
    const key = createHash('sha256').update(der).digest('base64')
    let value = cache.get(key)
    if (value === undefined) {
      value = parse(der)
      if (cache.size >= maxEntries) cache.delete(cache.keys().next().value!)
    } else cache.delete(key)
    // A map keeps the order of insertion: the first entry is the one unused for longest.
    cache.set(key, value)
    return value
  }
}
