import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

test('what runs from right to left is isolated, other text stays as it is', () => {
  expect(isolated('محمد')).toBe('\u2068محمد\u2069')
  expect(isolated('Ada שלום')).toBe('\u2068Ada שלום\u2069')
  for (const text of ['', 'Ada', '张伟', 'हिन्दी', '12']) expect(isolated(text)).toBe(text)
})
