import { expect, it } from 'vitest'
import { signerLocales } from '#lib/core/locales'
import { findWordForFalse, readSpreadsheetWord } from './spreadsheet-words.ts'

it.each([
  ['de', 'WAHR', 'true'],
  ['de-AT', 'Falsch', 'false'],
  ['fr', 'vrai', 'true'],
  ['es', 'FALSO', 'false'],
  ['tr', 'yanlış', 'false'],
  ['pt-BR', 'VERDADEIRO', 'true'],
  ['en', 'WAHR', 'WAHR'],
  ['ja', 'TRUE', 'TRUE'],
  ['de', 'TRUE', 'TRUE'],
  ['not a tag', 'VRAI', 'VRAI'],
  ['de', '', ''],
])('in %s, %j is %j', (locale, cell, plain) => {
  expect(readSpreadsheetWord(cell, locale)).toBe(plain)
})

it('knows the words of every language of signers, but where spreadsheets have the English ones', () => {
  const sample = ['VRAI', 'WAHR', 'VERO', 'WAAR', 'PRAWDA', 'PRAVDA', 'SANT', 'DOĞRU', 'ІСТИНА', 'ΑΛΗΘΕΣ']
  const others = ['VERDADERO', 'VERDADEIRO']
  const unknown = signerLocales.filter((locale) =>
    [...sample, ...others].every((word) => readSpreadsheetWord(word, locale) === word),
  )
  expect(unknown.toSorted()).toEqual(['ar', 'en', 'he', 'hi', 'ja', 'zh'])
})

it.each([
  ['de-AT', 'FALSCH'],
  ['tr', 'YANLIŞ'],
  ['ja', 'FALSE'],
])('in %s, the word for false is %s', (locale, word) => {
  expect(findWordForFalse(locale)).toBe(word)
})
