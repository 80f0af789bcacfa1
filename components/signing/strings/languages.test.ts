import { describe, expect, it } from 'vitest'
import { fill, stringsOf } from './languages.ts'

const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

describe('the languages', () => {
  it.each(['fr', 'de', 'es'])('%s has the same placeholders in every string', (language) => {
    const en = stringsOf('en')
    const other = stringsOf(language)
    expect(Object.keys(other).sort()).toEqual(Object.keys(en).sort())
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(other[key], key).not.toBe('')
      expect(places(other[key]), key).toEqual(places(en[key]))
    }
  })
})

it('fills placeholders and leaves unknown ones', () => {
  expect(fill('{a} of {b}, {c}', { a: 1, b: '{a}' })).toBe('1 of {a}, {c}')
})
