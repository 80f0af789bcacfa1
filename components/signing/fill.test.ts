import { expect, it } from 'vitest'
import { fill, joinSentences } from './fill.ts'

it('fills placeholders and leaves unknown ones', () => {
  expect(fill('{a} of {b}, {c}', { a: 1, b: '{a}' })).toBe('1 of {a}, {c}')
})

it('joins sentences as a language writes them', () => {
  expect(joinSentences(['Signed.', 'Thanks.'], { locale: 'en' })).toBe('Signed. Thanks.')
  expect(joinSentences(['署名しました。', '完了です。'], { locale: 'ja' })).toBe('署名しました。完了です。')
})
