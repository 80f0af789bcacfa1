import { expect, it } from 'vitest'
import { nearestLocale } from './locales.ts'

it.each([
  ['de-AT', 'de'],
  ['pt-BR, es;q=0.8', 'es'],
  ['FR_ca', 'fr'],
  ['zz', 'en'],
  ['', 'en'],
  [null, 'en'],
  ['constructor', 'en'],
])('the nearest locale of %j is %s', (requested, language) => expect(nearestLocale(requested)).toBe(language))
