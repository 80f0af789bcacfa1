import { describe, expect, it } from 'vitest'
import { zones as german } from '#components/i18n/de/zones.ts'
import { zones as english } from '#components/i18n/en/zones.ts'
import { zones as spanish } from '#components/i18n/es/zones.ts'
import { zones as french } from '#components/i18n/fr/zones.ts'
import { fill, stringsOf } from './languages.ts'

const placeholdersOf = (text: string) =>
  [...text.matchAll(/\{\w+\}/g)].map(([placeholder]) => placeholder).sort()

describe('the translations', () => {
  it.each(['fr', 'de', 'es'])(
    '%s has the keys of English, with the same placeholders in every string',
    (language) => {
      const en = stringsOf('en')
      const translated = stringsOf(language)
      expect(Object.keys(translated).sort()).toEqual(Object.keys(en).sort())
      for (const key of Object.keys(en) as (keyof typeof en)[]) {
        expect(translated[key], key).not.toBe('')
        expect(placeholdersOf(translated[key]), key).toEqual(placeholdersOf(en[key]))
      }
    },
  )
})

it.each([
  ['en', english],
  ['fr', french],
  ['de', german],
  ['es', spanish],
])('a type of field has one name in %s, in the editor and when signing', (language, { kinds }) => {
  // The signer reads a request in place of “Radio buttons”.
  const { radio: _, ...names } = kinds
  expect(stringsOf(language)).toMatchObject(names)
})

it('fills placeholders and leaves unknown ones', () => {
  expect(fill('{a} of {b}, {c}', { a: 1, b: '{a}' })).toBe('1 of {a}, {c}')
})
