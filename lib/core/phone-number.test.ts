import { expect, it } from 'vitest'
import { toPhoneNumber } from './phone-number.ts'

it.each([
  ['+49 (151) 234-567', '+49151234567'],
  ['+٢٠ ١٠ ١٢٣٤ ٥٦٧٨', '+201012345678'],
  ['+91 ९८७६५ ४३२१०', '+919876543210'],
  ['+49 (0)151 23456789', '+4915123456789'],
  ['+43/(0)1/234567', '+431234567'],
  ['+39 (0)6 1234567', '+39061234567'],
  ['+49 30 1234567 / 68', null],
  ['0151 234567', null],
])('reads %j', (text, number) => expect(toPhoneNumber(text)).toBe(number))
