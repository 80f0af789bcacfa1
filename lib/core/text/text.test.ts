import { describe, expect, it } from 'vitest'
import { singleLine, textError } from './text.ts'

describe('textError', () => {
  it.each([
    'Zoë Weiß',
    'line\nbreak\r\nand\ttab',
    '日本語',
    'שלום עולם (Acme) 2026',
    'مرحبا Acme \u200F\u200E\u061C',
    'می‌خواهم', // zero-width non-joiner
    'क्‍ष', // zero-width joiner
    '👩‍👩‍👧',
  ])('is null for %j', (text) => expect(textError(text)).toBeNull())

  it.each([
    ['NUL', 'a\0b'],
    ['half a surrogate pair', '\uD83D'],
    ['bell', 'a\u0007'],
    ['escape', '\u001B[31m'],
    ['delete', 'a\u007F'],
    ['C1 control', 'a\u0085'],
    ['right-to-left override', 'contract\u202Efdp.exe'],
    ['left-to-right override', '\u202Dabc'],
    ['embedding', '\u202Aabc\u202C'],
    ['isolate', '\u2066abc\u2069'],
  ])('is an error for %s', (_name, text) => expect(textError(text)?.key).toMatch(/^values\.contains/))
})

it('singleLine trims a text, and refuses several lines', () => {
  expect(singleLine(5).parse('  Zoë ')).toBe('Zoë')
  for (const text of ['a\nb', 'a\rb', 'a\tb', 'a\u2028b', 'a\u202Eb', 'abcdef'])
    expect(singleLine(5).safeParse(text).success).toBe(false)
})
