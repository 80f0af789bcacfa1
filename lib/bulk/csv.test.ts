import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCsv } from '#lib/core/text/format-csv'
import { englishMessage } from '#lib/messages/english'
import type { ErrorText } from '#lib/messages/errors'
import { type CsvRows, parseCsv } from './csv.ts'

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
    ['rows of quoted blanks', 'name,email\n" ","\t "\nAda,a@b.c', [{ name: 'Ada', email: 'a@b.c' }]],
    ['a quoted blank before the header', '" "\nname,email\nAda,a@b.c', [{ name: 'Ada', email: 'a@b.c' }]],
    ['spaces around cells', ' name , email \n Ada , a@b.c ', [{ name: 'Ada', email: 'a@b.c' }]],
    ['a header without rows', 'name,email\n', []],
    ['an empty text', '', []],
    ['tabs', 'name\temail\tRent\nAda\t\t1\n', [{ name: 'Ada', email: '', Rent: '1' }]],
    ['a semicolon in a quoted header', '"A; B",name\n1,Ada', [{ 'A; B': '1', name: 'Ada' }]],
    ['a comma in a quoted header', '"A, B, C";name\n1;Ada', [{ 'A, B, C': '1', name: 'Ada' }]],
    ['a line break in a quoted header', '"A\nB";name\n1;Ada', [{ 'A\nB': '1', name: 'Ada' }]],
    ['quotation marks in a quoted header', '"A "";"" B",name\n1,Ada', [{ 'A ";" B': '1', name: 'Ada' }]],
    [
      'the line of Excel with the separator',
      'sep=;\r\nname;Rent\r\nAda;1,5\r\n',
      [{ name: 'Ada', Rent: '1,5' }],
    ],
    ['another separator in that line', '\ufeffsep=|\nname|Rent\nAda|1,5', [{ name: 'Ada', Rent: '1,5' }]],
    ['empty lines before the header', '\n \nname;email\nAda;a@b.c', [{ name: 'Ada', email: 'a@b.c' }]],
    [
      'formulas that are a text',
      'id;="A;B";code\n="00123";"=""0 1""";"=1+1"',
      [{ id: '00123', 'A;B': '0 1', code: '=1+1' }],
    ],
    [
      'what only looks like such a formula in a quoted cell',
      'a;b;c\n"x;=""1"";";"=";";="',
      [{ a: 'x;="1";', b: '=', c: ';=' }],
    ],
    [
      'cells with the apostrophes before formulas, and with others',
      "phone;text;name\n'+49 170;\"- a\n'- b\";'t Hooft's",
      [{ phone: '+49 170', text: '- a\n- b', name: "'t Hooft's" }],
    ],
    ['empty columns at the end', 'name;;\nAda;;', [{ name: 'Ada' }]],
  ])('reads %s', (_, text, rows) => {
    expect(parseCsv(text)).toMatchObject({ rows })
  })

  it.each([
    ['two columns of one name', 'name,name\nAda,Eve', 'Two columns have the name name.'],
    [
      'a thousand columns and one more',
      Array.from({ length: 1001 }, (_, index) => `c${index}`).join(','),
      'The list has more than 1000 columns.',
    ],
    ['a cell without a column name', 'name,\nAda,x', 'Line 2 has a cell in a column without a name.'],
    [
      'a row that is too long after `sep=`',
      'sep=;\nname\nAda;x',
      'Line 3 has 2 cells, but the header has 1.',
    ],
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
    [
      'a formula of more than a text',
      'name\n="A"&B1',
      expect.stringMatching(/^Line 2 has a quotation mark in the wrong/),
    ],
    [
      'a formula after a quote',
      'name\n"A"="B"',
      expect.stringMatching(/^Line 2 has a quotation mark in the wrong/),
    ],
    ['text after a quote', 'name\n"A"da', expect.stringMatching(/^Line 2 has a quotation mark in the wrong/)],
  ])('returns an error message for %s', (_, text, message) => {
    expect(englishMessage(parseCsv(text) as ErrorText)).toEqual(message)
  })
})

it.each([
  ['name;email;A (B, C, D, E)\nAda;a;x', ['name', 'email', 'A (B, C, D, E)']],
  ['name,email,A; B; C\nAda,a,x', ['name', 'email', 'A; B; C']],
  ['name,email,A; B; C,D; E\nAda,a,x,y', ['name', 'email', 'A; B; C', 'D; E']],
  ['name\temail\tA; B, C; D, E; F\nAda\ta\tx', ['name', 'email', 'A; B, C; D, E; F']],
  ['name,email,A; B\nAda; Eve,a; b,x; y', ['name', 'email', 'A; B']],
])('finds the separator by a known column: %j', (text, columns) => {
  const { rows } = parseCsv(text, (names) => names.includes('email')) as CsvRows
  expect(Object.keys(rows[0]!)).toEqual(columns)
})

it('finds the separator with which the rows have as many cells as the header, else the most frequent one', () => {
  expect(parseCsv('a;b (c, d, e)\n1;2')).toMatchObject({ rows: [{ a: '1', 'b (c, d, e)': '2' }] })
  expect(englishMessage(parseCsv('a;b (c, d, e)\n1;2;3') as ErrorText)).toBe(
    'Line 2 has 1 cells, but the header has 3.',
  )
})

it('finds the separator by the first rows, so that it names what is wrong in a later one', () => {
  const list = `email;name;A (B, C, D, E)\n${'a;Ada;x\n'.repeat(30)}b;Eve`
  expect(englishMessage(parseCsv(list) as ErrorText)).toBe('Line 32 has 2 cells, but the header has 3.')
})

it('keeps a column __proto__, which is refused later', () => {
  const { rows } = parseCsv('__proto__,constructor\n1,2') as CsvRows
  expect(Object.keys(rows[0]!)).toEqual(['__proto__', 'constructor'])
})

it.each([
  ['an empty line and one of separators', 'name;email\r\nAda;a\r\n;\r\n\r\nGrace;g\r\n', [1, 4]],
  ['empty lines before the header', '\n;\nname;email\nAda;a\n\nGrace;g', [1, 3]],
  ['a row of quoted blanks', 'name;email\nAda;a\n" ";" "\nGrace;g', [1, 3]],
  ['a line break in a cell', 'name;email\n"A\n\nda";a\n\nGrace;g\n\n\n', [1, 3]],
])('numbers rows as their file does: %s', (_, text, numbers) => {
  expect(parseCsv(text)).toMatchObject({ numbers })
})

describe('formatCsv', () => {
  it('quotes every cell', () => {
    expect(formatCsv([['a', 'b,"c"', '1']])).toBe('\ufeff"a","b,""c""","1"\r\n')
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['-2\n', "'-2\n"],
    ['x;=1+1', "x;'=1+1"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['x\r\n+1', "x\r\n'+1"],
    ['1 - 2', '1 - 2'],
  ])('puts an apostrophe before the formula in %j', (cell, safeCell) => {
    expect(formatCsv([[cell]])).toBe(`\ufeff"${safeCell}"\r\n`)
  })

  it('starts no cell with a formula, whatever the separator of the spreadsheet', () => {
    const cell = fc.array(fc.constantFrom('=', '+', '-', '@', ';', '\t', '\n', '\r', '"', ',', 'a'))
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
        const text = formatCsv([cells.map((characters) => characters.join(''))]).slice(1)
        for (const separator of [';', '\t'])
          for (const shownCell of text.split(new RegExp(`[${separator}\\r\\n]`)))
            expect(shownCell).not.toMatch(/^"?[=+\-@]/)
      }),
    )
  })

  it('writes rows that parseCsv reads back', () => {
    const text = fc.stringMatching(/^[a-z;,\n\t"ü€=+@-]{1,6}[a-z]$/)
    fc.assert(
      fc.property(fc.uniqueArray(text, { minLength: 1, maxLength: 4 }), (header) => {
        const names = header.map((name) => name.trim())
        fc.pre(new Set(names).size === names.length)
        expect(parseCsv(formatCsv([names, names]))).toEqual({
          rows: [Object.fromEntries(names.map((name) => [name, name]))],
          numbers: [1],
        })
      }),
    )
  })
})
