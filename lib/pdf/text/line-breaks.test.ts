import { expect, test } from 'vitest'
import { splitAtBreaks, splitAtSigns } from './line-breaks.ts'

test.each([
  ['a b  c', ['a ', 'b  ', 'c']],
  ['150\u202f000,00', ['150\u202f000,00']],
  ['150\u00a0000,00\u00a0€ x', ['150\u00a0000,00\u00a0€ ', 'x']],
  ['a 1\u2007000 b', ['a ', '1\u2007000 ', 'b']],
  ['中文，字', ['中', '文，', '字']],
  ['10\u00a0万円', ['10\u00a0万', '円']],
  ['万\u00a010', ['万\u00a010']],
  ['張\u00a0三', ['張\u00a0三']],
  ['ราคาบาท', ['ราคา', 'บาท']],
  ['ราคา\u00a010', ['ราคา\u00a010']],
  ['a \u00a0b', ['a ', '\u00a0b']],
  ['\u00a0', ['\u00a0']],
  ['မြန်မာနိုင်ငံသားအားလုံး။', ['မြန်မာနိုင်ငံ', 'သား', 'အားလုံး။']],
  ['ខ្មែរ។', ['ខ្មែរ។']],
  ['(ราคา)บาท', ['(ราคา)', 'บาท']],
  ['one\u200btwo \u200bthree', ['one\u200b', 'two \u200b', 'three']],
  ['\u200b', ['\u200b']],
  ['', []],
])('%j may be broken between %j', (text, pieces) => {
  expect(splitAtBreaks(text)).toEqual(pieces)
})

test.each([
  ['https://www.example-housing.de/a?b=c', ['https://', 'www.example-', 'housing.de/', 'a?', 'b=', 'c']],
  ['2026-03-31', ['2026-03-31']],
  ['(and/or)', ['(and/', 'or)']],
  ['150,00/-', ['150,00/-']],
])('%j may be broken after signs: %j', (word, parts) => expect(splitAtSigns(word)).toEqual(parts))
