import { expect, it } from 'vitest'
import { withLatinDigits } from './digits.ts'

it.each([
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ['Hindi', '०१२३४५६७८९'],
  ['Bengali', '০১২৩৪৫৬৭৮৯'],
  ['Tamil', '௦௧௨௩௪௫௬௭௮௯'],
  ['Thai', '๐๑๒๓๔๕๖๗๘๙'],
  ['Burmese', '၀၁၂၃၄၅၆၇၈၉'],
  ['full-width', '０１２３４５６７８９'],
  ['bold mathematical', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'],
  ['double-struck mathematical', '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡'],
  ['Latin', '0123456789'],
])('writes %s digits as Latin ones', (_, digits) => expect(withLatinDigits(digits)).toBe('0123456789'))

it('leaves everything else', () => {
  expect(withLatinDigits('أربعة ٤, ½ Ⅳ x²')).toBe('أربعة 4, ½ Ⅳ x²')
})
