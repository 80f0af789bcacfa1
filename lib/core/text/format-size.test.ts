import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SELF_HOSTED_PLAN } from '#lib/identity/rules'
import { formatSize, formatSizeIn } from './format-size.ts'

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1_258_291, '1.2 MB'],
  [1_048_575, '1.0 MB'],
  [52_428_800, '50.0 MB'],
  [3 * 1024 ** 4, '3.0 TB'],
  [5000 * 1024 ** 4, '5000.0 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})

it.each([
  ['en', 0, '0 bytes'],
  ['en', 1, '1 byte'],
  ['en', 1023, '1,023 bytes'],
  ['en', 1_258_291, '1.2 MB'],
  ['en', 52_428_800, '50 MB'],
  ['fr', 1_258_291, '1,2 Mo'],
  ['de', 1, '1 Byte'],
  ['de', 1_048_575, '1,0 MB'],
  ['sv', 5000 * 1024 ** 4, '5 000 TB'],
  ['uk', 1024, '1 кБ'],
  ['uk', 1030, '1,0 кБ'],
] as const)('in the language %s, %d bytes are %s', (language, bytes, text) => {
  expect(formatSizeIn(language, bytes).replace(/[\u00a0\u202f]/g, ' ')).toBe(text)
})

it('people and programs read the same number', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (bytes) => {
      const text = formatSizeIn('en', bytes).replaceAll(',', '')
      expect(Number.parseFloat(text)).toBe(Number.parseFloat(formatSize(bytes)))
    }),
  )
})

it('a limit is the number by which it was set', () => {
  const print = (bytes: number) => formatSizeIn('en', bytes)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), (limit) => {
      expect(print(limit * 1024 * 1024)).toBe(`${limit} MB`)
    }),
  )
  expect(print(SELF_HOSTED_PLAN.bytesLimit)).toBe('100 GB')
})
