import { beforeEach, expect, test, vi } from 'vitest'
import { buildBidiPdf } from '../fixtures/bidi.ts'
import { findLogicalOrders } from '../text/logical-order.ts'
import { findTexts } from './fields-in-file.ts'

vi.mock(import('../text/logical-order.ts'), { spy: true })
beforeEach(() => {
  vi.mocked(findLogicalOrders).mockClear()
})

const file = buildBidiPdf(
  [
    { text: 'סך 4.2 (7)', direction: 'rtl' },
    { text: 'חתימה 30%', direction: 'rtl', y: 220 },
    { text: 'Signature', direction: 'ltr', y: 190 },
  ],
  'visual',
)

test.each([
  ['both directions of each line with a character of it', 'חתימה 4', 4],
  ['both directions of one line', 'ח', 2],
  ['both directions of the line with the other sign of its pair', '(', 2],
  ['no line without a character of it', 'Signature', 0],
])('the orders that an anchor asks for are found once, of %s', async (_, text, count) => {
  await findTexts(file, [text])
  expect(findLogicalOrders).toHaveBeenCalledTimes(count)
})
