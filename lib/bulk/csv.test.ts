import { describe, expect, it } from 'vitest'
import { formatCsv, parseCsv } from './csv.ts'

describe('parseCsv', () => {
  it.each<[string, string, Record<string, string>[]]>([
    ['commas', 'name,email\nAda,a@b.c\n', [{ name: 'Ada', email: 'a@b.c' }]],
    ['semicolons', 'name;email\r\nAda;a@b.c\r\n', [{ name: 'Ada', email: 'a@b.c' }]],
    ['a BOM', '\ufeffname\nAda', [{ name: 'Ada' }]],
    [
      'quotes',
      'name\n"Ada ""Augusta"", Countess\nof Lovelace"\n',
      [{ name: 'Ada "Augusta", Countess\nof Lovelace' }],
    ],
    ['empty rows', 'name,email\n\n,\nAda,a@b.c\n\n', [{ name: 'Ada', email: 'a@b.c' }]],
    ['spaces around cells', ' name , email \n Ada , a@b.c ', [{ name: 'Ada', email: 'a@b.c' }]],
    ['a header without rows', 'name,email\n', []],
    ['an empty text', '', []],
  ])('reads %s', (_, text, rows) => {
    expect(parseCsv(text)).toEqual(rows)
  })

  it.each([
    ['a row that is too long', 'name\nAda,a@b.c', 'Line 2 has 2 cells, but the header has 1.'],
    [
      'a quote that is not closed',
      'name\n"Ada',
      'A quotation mark is not closed before the end of the list.',
    ],
    [
      'a quote within a cell',
      'name\nA"da',
      expect.stringMatching(/^Line 2 has a quotation mark in the wrong/),
    ],
    ['text after a quote', 'name\n"A"da', expect.stringMatching(/^Line 2 has a quotation mark in the wrong/)],
  ])('returns an error message for %s', (_, text, message) => {
    expect(parseCsv(text)).toEqual(message)
  })
})

describe('formatCsv', () => {
  it('quotes cells where needed and puts an apostrophe before formulas', () => {
    expect(
      formatCsv([
        ['a', 'b,"c"'],
        ['=1+1', '-2\n'],
      ]),
    ).toBe(`\ufeffa,"b,""c"""\r\n'=1+1,"'-2\n"\r\n`)
  })

  it('writes rows that parseCsv reads back', () => {
    const rows = [
      ['name', 'note'],
      ['Zoë', 'one; "two", three'],
    ]
    expect(parseCsv(formatCsv(rows))).toEqual([{ name: 'Zoë', note: 'one; "two", three' }])
  })
})
