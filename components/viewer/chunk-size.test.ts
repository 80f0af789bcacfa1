import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseChunkSize } from './chunk-size.ts'

test('a scan of 200 pages and 30 MB is opened with a megabyte, however its pages lie in the file', () => {
  expect(chooseChunkSize(30_000_000, 200) * 200).toBeLessThanOrEqual(1_000_000)
})

test('no file needs more than some hundred requests, and only one with many pages more than some megabytes', () => {
  const file = fc.record({
    total: fc.integer({ min: 1, max: 50_000_000 }),
    pages: fc.integer({ min: 1, max: 2000 }),
  })
  fc.assert(
    fc.property(file, ({ total, pages }) => {
      const size = chooseChunkSize(total, pages)
      const chunks = Math.min(pages, Math.ceil(total / size))
      expect(size % 4096).toBe(0)
      expect(chunks).toBeLessThanOrEqual(300)
      if (pages <= 250) expect(chunks * size).toBeLessThanOrEqual(1_100_000)
    }),
  )
})
