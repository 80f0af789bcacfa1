const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** A number of bytes for people: `1.2 MB` (1 KB = 1,024 bytes). */
export function formatSize(bytes: number): string {
  let value = bytes
  let unit = 0
  // 1,023.96 would print as 1024.0, which is the next unit's 1.0.
  while (value >= (unit === 0 ? 1024 : 1023.95) && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`
}
