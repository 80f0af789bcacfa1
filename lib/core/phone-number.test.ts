import { expect, it } from 'vitest'
import { toPhoneNumber } from './phone-number.ts'

it.each([
  ['+49 (151) 234-567', '+49151234567'],
  ['+٢٠ ١٠ ١٢٣٤ ٥٦٧٨', '+201012345678'],
  ['+91 ९८७६५ ४३२१०', '+919876543210'],
  ['0151 234567', null],
])('reads %j', (text, number) => expect(toPhoneNumber(text)).toBe(number))
