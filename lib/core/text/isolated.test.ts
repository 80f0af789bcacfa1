import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

test('right-to-left text is isolated, other text is unchanged', () => {
  expect(isolated('محمد')).toBe('\u2068محمد\u2069')
  expect(isolated('Ada שלום')).toBe('\u2068Ada שלום\u2069')
  for (const text of ['', 'Ada', '张伟', 'हिन्दी', '12']) expect(isolated(text)).toBe(text)
})
