const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']
const symbols = ['B', 'KB', 'MB', 'GB', 'TB']

/** A number of bytes for programs that show it as it is: `1.2 MB` (1 KB = 1,024 bytes). */
export function formatSize(bytes: number): string {
  const { value, power } = scaleBytes(bytes)
  return `${power === 0 ? value : value.toFixed(1)} ${symbols[power]}`
}

/** The same number in the language of a BCP 47 tag: `1,2 Mo`; an exact one, such as a limit, without decimals: `50 Mo`. */
export function formatSizeIn(tag: string, bytes: number): string {
  const { value, power } = scaleBytes(bytes)
  return value.toLocaleString(tag, {
    style: 'unit',
    unit: units[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    minimumFractionDigits: Number.isInteger(value) ? 0 : 1,
    maximumFractionDigits: 1,
  })
}

/** The number in the largest unit in which it is at least 1, and the power of 1,024 of that unit. */
function scaleBytes(bytes: number): { value: number; power: number } {
  let value = bytes
  let power = 0
  // 1,023.96 would print as 1024.0, which is the next unit's 1.0.
  while (value >= (power === 0 ? 1024 : 1023.95) && power < units.length - 1) {
    value /= 1024
    power += 1
  }
  return { value, power }
}
