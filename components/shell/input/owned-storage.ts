type Area = 'localStorage' | 'sessionStorage'

/** Values as JSON in the browser's storage. Where it is full, blocked or unreadable, nothing is kept. */
export function jsonStorage(area: Area, prefix: string) {
  return {
    read(name: string | number): unknown {
      try {
        return JSON.parse(globalThis[area].getItem(prefix + name) ?? 'null')
      } catch {
        return null
      }
    },
    keep(name: string | number, value: unknown): void {
      try {
        globalThis[area].setItem(prefix + name, JSON.stringify(value))
      } catch {}
    },
    forget(name: string | number): void {
      try {
        globalThis[area].removeItem(prefix + name)
      } catch {}
    },
  }
}

const ownedPrefix = 'paraph.input.'

/** Unsaved input, which belongs to a user: signing out removes it. */
export const ownedStorage = (area: Area, kind: string) => jsonStorage(area, `${ownedPrefix}${kind}.`)

/** Removes the unsaved input of all kinds and users. */
export function forgetOwnedInput(): void {
  for (const area of ['localStorage', 'sessionStorage'] as const)
    try {
      const storage = globalThis[area]
      for (const key of Object.keys(storage)) if (key.startsWith(ownedPrefix)) storage.removeItem(key)
    } catch {}
}
