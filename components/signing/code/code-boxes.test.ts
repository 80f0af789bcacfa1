import { expect, it } from 'vitest'
import { readDigits } from './code-boxes.tsx'

it.each([
  ['492039', '492039'],
  ['٤٩٢٠٣٩', '492039'],
  ['۴۹۲۰۳۹', '492039'],
  ['४९२०३९', '492039'],
  ['492 039.', '492039'],
  ['4920391', '492039'],
])('reads the digits of %j', (text, digits) => expect(readDigits(text)).toBe(digits))
