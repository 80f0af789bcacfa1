import { expect, it } from 'vitest'
import { formatFileSize } from './file-size.ts'

it.each([
  [0, 'en', '0 bytes'],
  [1, 'de', '1 Byte'],
  [999, 'en', '999 bytes'],
  [47_123, 'en', '47.1 kB'],
  [47_123, 'fr', '47,1 ko'],
  [47_123, 'de', '47,1 kB'],
  [1_500_000, 'es', '1,5 MB'],
  [2_000_000_000_000, 'en', '2 TB'],
  [3_000_000_000_000_000, 'en', '3,000 TB'],
])('formats %d bytes in %s as %s', (bytes, locale, text) => {
  // Some languages have a non-breaking space between number and unit.
  expect(formatFileSize(bytes, locale).replaceAll(/\s/g, ' ')).toBe(text)
})
