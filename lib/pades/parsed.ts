import { createHash } from 'node:crypto'

/** Files of one process carry the same certificates and earlier signatures again and again. */
const kept = 200

/**
 * `parse`, remembering what it made of the last few hundred inputs: reading ASN.1 costs milliseconds, and what is read
 * depends on nothing but the bytes. The caller must not change the result.
 */
export function memoize<T>(parse: (der: Uint8Array) => T): (der: Uint8Array) => T {
  const known = new Map<string, T>()
  return (der) => {
    const key = createHash('sha256').update(der).digest('base64')
    let value = known.get(key)
    if (value === undefined) {
      value = parse(der)
      if (known.size >= kept) known.delete(known.keys().next().value!)
    } else known.delete(key)
    known.set(key, value)
    return value
  }
}
