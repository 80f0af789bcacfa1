import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanLine, cleanText, trimText } from './clean.ts'
import { requiredText, singleLine, textError } from './text.ts'

it.each([
  ['\u202A+49 30 1234567\u202C', '+49 30 1234567'],
  ['\u2067نعم\u2069', 'نعم'],
  ['a\u0007b\tc\r\nd', 'a b\tc\r\nd'],
  ['می‌خواهم \u200F', 'می‌خواهم \u200F'],
])('cleanText of %j is %j', (text, clean) => expect(cleanText(text)).toBe(clean))

it.each([
  [' First name\rand  sur\u00A0name\u000B', 'First name and sur name'],
  ['\u202B\u202C', ''],
  ['\u200B\u3164', ''],
  [`${'\u200B'.repeat(255)}a`, ''],
  [`${'x'.repeat(254)}😀`, 'x'.repeat(254)],
  [`${'x'.repeat(254)} y`, 'x'.repeat(254)],
])('cleanLine of %j is %j', (text, line) => expect(cleanLine(text)).toBe(line))

it.each([
  '\u200B\u200B',
  '\u2800\u3164\u200B',
  ' \u00A0\u3000\n',
  '\u200E\u00AD\u2060\uFEFF',
  '\u115F\uFFA0\u{E0001}\uFE0F',
])('trimText of %j, in which nothing is visible, is empty, and no required text', (text) => {
  expect(trimText(text)).toBe('')
  expect(requiredText(255).safeParse(text).success).toBe(false)
})

it.each([
  [' Ada\u00A0', 'Ada'],
  ['م\u200C', 'م\u200C'],
  ['\u0301', '\u0301'],
  ['☺\uFE0F', '☺\uFE0F'],
  ['\uE000', '\uE000'],
  ['\0', '\0'],
])('trimText of %j is %j', (text, trimmed) => expect(trimText(text)).toBe(trimmed))

it('makes of any text one that the API accepts, and changes no such text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)) }),
      (text) => {
        const [clean, line] = [cleanText(text), cleanLine(text, 5)]
        expect(textError(clean)).toBeNull()
        expect(cleanText(clean)).toBe(clean)
        expect(singleLine(5).parse(line)).toBe(line)
        expect(cleanLine(line)).toBe(line)
      },
    ),
  )
})
