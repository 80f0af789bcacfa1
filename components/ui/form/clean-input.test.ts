import { expect, it, vi } from 'vitest'
import { cleanControl, withCleanText } from './clean-input.ts'

function makeControl(value: string, selectionStart: number | null = value.length) {
  return { value, selectionStart, setSelectionRange: vi.fn() }
}

it.each([
  ['a telephone number with marks of direction', '\u202A+49 170 1234567\u202C', '+49 170 1234567'],
  ['a name that a page isolates', '\u2068نعم\u2069', 'نعم'],
  ['a hyphen of a PDF', 'Vertrags\u0002partner', 'Vertrags partner'],
])('cleans %s, and leaves the caret at its end', (_, value, clean) => {
  const control = makeControl(value)
  cleanControl(control)
  expect(control.value).toBe(clean)
  expect(control.setSelectionRange).toHaveBeenCalledWith(clean.length, clean.length)
})

it('leaves the caret within the text where something was pasted', () => {
  const control = makeControl('Tel. \u202A+49\u202C, mobile', 10)
  cleanControl(control)
  expect(control.value).toBe('Tel. +49, mobile')
  expect(control.setSelectionRange).toHaveBeenCalledWith(8, 8)
})

it.each([
  ['\u202A12345\u202C', '12345'],
  ['1234567', '12345'],
  ['1234', '1234'],
  ['12345\u200F', '12345\u200F'],
  ['𠮷野家屋𠮷', '𠮷野家屋𠮷'],
  ['Tiếng'.normalize('NFD'), 'Tiếng'.normalize('NFD')],
  ['1234𠮷5', '1234𠮷'],
])('cuts %j after cleaning it', (value, cut) => {
  const control = makeControl(value)
  cleanControl(control, 5)
  expect(control.value).toBe(cut)
})

it('needs no selection, which an input of an email address does not have', () => {
  const control = makeControl('\u202Aada@example.org\u202C', null)
  cleanControl(control)
  expect(control.value).toBe('ada@example.org')
  expect(control.setSelectionRange).not.toHaveBeenCalled()
})

it.each(['Ada', 'می‌خواهم', 'ക്‍ \u200E', 'a\tb\nc', '\uD83D'])('leaves %j as it is', (value) => {
  const control = makeControl(value)
  cleanControl(control)
  expect(control.value).toBe(value)
  expect(control.setSelectionRange).not.toHaveBeenCalled()
})

it.each([
  [false, 'Ada'],
  [true, '\u2068Ada\u2069'],
])('while an input method composes (%s), the handler finds %j', (isComposing, found) => {
  const currentTarget = makeControl('\u2068Ada\u2069')
  let value = ''
  const onChange = withCleanText<HTMLInputElement>((event) => {
    value = event.currentTarget.value
  })
  onChange({ currentTarget, nativeEvent: { isComposing } } as never)
  expect(value).toBe(found)
})
