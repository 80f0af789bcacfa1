import { expect, it } from 'vitest'
import { findNearestLocale } from './locales.ts'

it.each([
  ['de-AT', 'de'],
  ['pt-BR, es;q=0.8', 'es'],
  ['FR_ca', 'fr'],
  ['zz', 'en'],
  ['', 'en'],
  [null, 'en'],
  ['constructor', 'en'],
])('the nearest locale of %j is %s', (requested, language) =>
  expect(findNearestLocale(requested)).toBe(language),
)
