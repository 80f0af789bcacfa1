import fc from 'fast-check'
import { expect, it } from 'vitest'
import { loadLibraries } from '../text/shaping.ts'
import { isWholeInBox } from './appearance.ts'
import { countFitting } from './count-fitting.ts'
import { listTextBoxes, mayBeTooLong } from './text-in-box.ts'

const box = { width: 160, height: 20 }
const long = 'The quick brown fox jumps over the lazy dog. '.repeat(14).slice(0, 600)

it('counts the characters that the box shows at the smallest size', async () => {
  const count = await countFitting({ ...box, text: long })
  expect(count).toBeGreaterThan(150)
  expect(count).toBeLessThan(300)
  expect(await countFitting({ ...box, text: long.slice(0, count!) })).toBeNull()
  expect(await countFitting({ ...box, text: long, largest: 9 })).toBe(count)
})

it('counts nothing where the whole text is shown, and where none could be', async () => {
  for (const text of ['Ada Lovelace', 'עדה לאבלייס', '山田太郎'])
    expect(await countFitting({ ...box, text })).toBeNull()
  expect(await countFitting({ width: 600, height: 300, text: long })).toBeNull()
  expect(await countFitting({ width: 1, height: 20, text: long })).toBeNull()
  expect(await countFitting({ width: 40, height: 10, text: '12345678901234567890', cells: 20 })).toBeNull()
})

it('takes each place of a field as it is read', () => {
  const layout = { rotation: 90 as const, widgets: [{ page: 2, dx: 0, dy: 0, width: 10, height: 80 }] }
  expect(listTextBoxes({ width: 20, height: 160, layout })).toEqual([
    { width: 160, height: 20 },
    { width: 80, height: 10 },
  ])
})

it('never leaves a text unmeasured that its box would clip', async () => {
  await loadLibraries()
  const words = fc.array(fc.constantFrom('a', 'WWWW', 'of', 'Mississippi', 'ÄÖÜ', '山田太郎', '漢', '\n'), {
    minLength: 1,
    maxLength: 60,
  })
  const sizes = fc.record({
    width: fc.double({ min: 1, max: 300, noNaN: true }),
    height: fc.double({ min: 1, max: 80, noNaN: true }),
    largest: fc.option(fc.constantFrom(3, 9, 20), { nil: undefined }),
  })
  fc.assert(
    fc.property(words, fc.constantFrom(' ', ''), sizes, (parts, separator, { width, height, largest }) => {
      const style = largest === undefined ? {} : { largest }
      const text = parts.join(separator)
      if (mayBeTooLong({ text, width, height, ...style })) return
      expect(isWholeInBox({ width, height, rotation: 0, userUnit: 1 }, text, style)).toBe(true)
    }),
    { numRuns: 500 },
  )
})
