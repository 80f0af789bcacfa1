import { expect, test } from 'vitest'
import { findPresetError } from '#components/zones/model/presets.ts'
import { makeZone } from '#components/zones/model/zone-model.ts'
import type { FieldType } from '#lib/pdf/zones'
import { keepAccepted } from './checked-input.tsx'
import { readTypedNumber } from './number-input.tsx'

test.each([
  ['12,50', '12.50'],
  ['1.250,5', '1250.5'],
  ['', ''],
  // The digits before the point are not what was meant either.
  ['12.50', '7'],
  ['12,', '7'],
  ['five', '7'],
])('keeps the number before while %o is unclear in German', (typed, stored) => {
  expect(keepAccepted(readTypedNumber(typed, 'de'), '7')).toBe(stored)
})

test.each<[FieldType, string, string]>([
  ['email', 'juergen', 'before'],
  ['email', 'juergen@example.com', 'juergen@example.com'],
  ['email', '', ''],
  ['text', 'ab', 'before'],
  ['text', 'abc ', 'abc '],
  ['company', 'a'.repeat(2001), 'before'],
])('keeps the preset value before while that of a field of type %s is %o', (type, typed, stored) => {
  const place = { type, documentId: 1, signerId: 9, page: 1 }
  const empty = makeZone('zone', place, { x: 200, y: 200 }, { width: 595, height: 842 })
  const zone = { ...empty, value: typed, validation: type === 'text' ? { min_length: 3 } : {} }
  expect(keepAccepted(findPresetError(zone) ?? typed, 'before')).toBe(stored)
})
