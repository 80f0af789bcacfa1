import { expect, test } from 'vitest'
import { applyStep, newHistory } from '#components/zones/model/history.ts'
import { findPresetError } from '#components/zones/model/presets.ts'
import { makeZone } from '#components/zones/model/zone-model.ts'
import type { FieldType } from '#lib/pdf/zones'
import { chooseText, keepAccepted } from './checked-input.tsx'
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

test('shows the preset value again once a refused text is undone or somebody else has changed the field', () => {
  const place = { type: 'email' as const, documentId: 1, signerId: 9, page: 1 }
  const start = {
    ...makeZone('zone', place, { x: 200, y: 200 }, { width: 595, height: 842 }),
    value: 'a@b.de',
  }
  const textOf = ({ zones: [zone] }: ReturnType<typeof newHistory>, typed: string | undefined) => {
    const { value, refusedPreset: refused } = zone!
    const read = (text: string) => findPresetError({ ...zone!, value: text }) ?? text
    return chooseText({ value, shown: value, refused, read }, typed)
  }
  const change = { key: 'zone', value: 'a@b.de', refusedPreset: 'a@b' }
  const history = applyStep(newHistory([start]), { type: 'change', changes: [change], run: 'value' })
  const undone = applyStep(history, { type: 'undo' })
  // Without `typed` the input was left.
  for (const typed of ['a@b', undefined]) {
    expect(textOf(history, typed)).toBe('a@b')
    expect(textOf(undone, typed)).toBe('a@b.de')
    expect(textOf(applyStep(undone, { type: 'redo' }), typed)).toBe('a@b')
    expect(textOf(applyStep(history, { type: 'replace', zones: [start] }), typed)).toBe('a@b.de')
  }
})

test('shows a number as it is typed until another value is loaded', () => {
  const read = (text: string) => readTypedNumber(text, 'de')
  const input = { shown: '12,50', refused: undefined, read }
  expect(chooseText({ ...input, value: '12.5' }, '12,5')).toBe('12,5')
  expect(chooseText({ ...input, value: '12.50' }, '7')).toBe('12,50')
})
