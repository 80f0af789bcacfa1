import { usePreferences } from '#components/ui/preferences.tsx'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** Formats a number of bytes in the user's language, such as 47.1 kB or 47,1 ko; a kilobyte has 1,000 bytes. */
export function formatFileSize(bytes: number, locale: string): string {
  // The power of 1000 of the largest unit with a value of at least 1.
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return (bytes / 1000 ** power).toLocaleString(locale, {
    style: 'unit',
    unit: units[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  })
}

export function useFileSize(): (bytes: number) => string {
  const { locale } = usePreferences()
  return (bytes) => formatFileSize(bytes, locale)
}
