import { PDFDocument, PDFObjectParser } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSource, type Source, skipWhiteSpace } from './source.ts'

const read = (text: string, offset = 0) => readSource(Buffer.from(text, 'latin1'), offset)

/** The value without its places in the file. */
function plain(source: Source | null): unknown {
  switch (source?.kind) {
    case 'dict':
      return Object.fromEntries(source.entries.map(({ key, value }) => [key, plain(value)]))
    case 'array':
      return source.items.map(plain)
    case 'name':
      return `/${source.name}`
    case 'number':
      return source.number
    default:
      return source?.kind ?? null
  }
}

/** The characters that the reader took for the value. */
function covered(text: string): string | null {
  const source = read(text)
  return source && text.slice(source.start, source.end)
}

describe('numbers (7.3.3)', () => {
  test.each([
    ['0', 0],
    ['-0', -0],
    ['+17', 17],
    ['-98', -98],
    ['34.5', 34.5],
    ['-3.62', -3.62],
    ['+123.6', 123.6],
    ['4.', 4],
    ['-.002', -0.002],
    ['.5', 0.5],
    ['0000000042', 42],
    ['595.303937007874015748', 595.303937007874],
  ])('%s', (text, number) => {
    expect(read(text)).toMatchObject({ kind: 'number', number, start: 0, end: text.length })
  })

  test.each(['1e5', '--5', '+-5', '1.2.3', '.', '-', '1-2', '0x10', '16#FF'])(
    '%s is no number, but stays one token',
    (text) => {
      expect(read(text)).toMatchObject({ kind: 'other', end: text.length })
    },
  )

  test.each([
    ['1/A', '1'],
    ['1[', '1'],
    ['1(x)', '1'],
    ['1<41>', '1'],
    ['1%c', '1'],
    ['1\0', '1'],
    ['1]', '1'],
  ])('in %j ends before the delimiter', (text, expected) => {
    expect(covered(text)).toBe(expected)
  })
})

describe('references (7.3.10)', () => {
  test.each(['12 0 R', '12  0  R', '12\r\n0\tR', '1\f65535\0R', '0 0 R'])('%j is one value', (text) => {
    expect(read(text)).toMatchObject({ kind: 'other', end: text.length })
  })

  test.each(['12 0 R/A', '12 0 R]', '12 0 R>>', '12 0 R%', '12 0 R '])('%j ends after the R', (text) => {
    expect(covered(text)).toBe('12 0 R')
  })

  test.each([
    ['12 0 RG', [12, 0, 'other']],
    ['12 0 obj', [12, 0, 'other']],
    ['12 0', [12, 0]],
    ['-1 0 R', [-1, 0, 'other']],
    ['1.0 0 R', [1, 0, 'other']],
    ['1 0 R 2 0 R 3', ['other', 'other', 3]],
    ['1 2 0 R', [1, 'other']],
  ])('%j is read as %j', (text, values) => {
    expect(plain(read(`[${text}]`))).toEqual(values)
  })
})

describe('names (7.3.5)', () => {
  test.each([
    ['/Name1', 'Name1'],
    ['/ASomewhatLongerName', 'ASomewhatLongerName'],
    ['/A;Name_With-Various***Characters?', 'A;Name_With-Various***Characters?'],
    ['/1.2', '1.2'],
    ['/$$', '$$'],
    ['/@pattern', '@pattern'],
    ['/.notdef', '.notdef'],
    ['/Lime#20Green', 'Lime Green'],
    ['/paired#28#29parentheses', 'paired()parentheses'],
    ['/The_Key_of_F#23_Minor', 'The_Key_of_F#_Minor'],
    ['/A#42', 'AB'],
    ['/', ''],
    ['/#', '#'],
    ['/#4', '#4'],
    ['/#zz', '#zz'],
    ['/#c3#A9', 'é'],
    ['/a#2Fb', 'a/b'],
  ])('%s', (text, name) => {
    expect(read(text)).toMatchObject({ kind: 'name', name, start: 0, end: text.length })
  })

  test.each([' ', '\0', '\t', '\n', '\f', '\r', '(', ')', '<', '>', '[', ']', '{', '}', '/', '%'])(
    'end before %j',
    (end) => {
      expect(covered(`/Na${end}me`)).toBe('/Na')
    },
  )
})

describe('strings (7.3.4)', () => {
  test.each([
    '()',
    '(simple)',
    '(two\nlines)',
    '(balanced (parentheses) are (nested (deeply)))',
    String.raw`(escaped \) and \()`,
    String.raw`(a backslash \\)`,
    String.raw`(\\\))`,
    String.raw`(\053 \53 \5)`,
    '(%no comment)',
    '(>> endobj)',
    '<>',
    '<48656C6C6F>',
    '<901FA>',
    '<48 65\n6C>',
  ])('%s is one value', (text) => {
    for (const after of ['', ')', ' 5', '/A']) expect(covered(text + after)).toBe(text)
  })

  test.each(['(', '(a', '((a)', String.raw`(a\)`, String.raw`(\\\)`, '<', '<48'])('%s has no end', (text) => {
    expect(read(text)).toBeNull()
  })
})

describe('arrays and dictionaries (7.3.6, 7.3.7)', () => {
  test.each([
    ['[]', []],
    ['[ ]', []],
    ['[549 3.14 false (Ralph) /SomeName]', [549, 3.14, 'other', 'other', '/SomeName']],
    ['[[[1]]2]', [[[1]], 2]],
    ['[/A/B/C]', ['/A', '/B', '/C']],
    ['[(a)(b)<41>]', ['other', 'other', 'other']],
    ['[1%comment ]\n2]', [1, 2]],
    ['<<>>', {}],
    ['<< >>', {}],
    ['<</A 1/B/C/D[1 2]/E<</F null>>>>', { A: 1, B: '/C', D: [1, 2], E: { F: 'other' } }],
    ['<</A<41>/B<</C<42>>>>>', { A: 'other', B: { C: 'other' } }],
    ['<< % first\n/A % second\r1 % third >>\n>>', { A: 1 }],
    ['<</#41 1>>', { A: 1 }],
    ['<</A null/B true/C false>>', { A: 'other', B: 'other', C: 'other' }],
  ])('%j', (text, value) => {
    expect(plain(read(text))).toEqual(value)
    expect(covered(`${text} tail`)).toBe(text)
  })

  test.each([
    '[',
    '[1',
    '[1 2',
    '[1 >>',
    '<<',
    '<</A',
    '<</A 1',
    '<</A 1>',
    '<</A 1> >',
    '<</A 1>/B 2>>',
    '<<1 2>>',
    '<</A>>',
    '<</A 1 2>>',
    '<<(A) 1>>',
    '<</A 1]',
  ])('%s is none', (text) => {
    expect(read(text)).toBeNull()
  })

  test('keeps entries that repeat a key, in their order', () => {
    const source = read('<</A 1/#41 2/A 3>>')
    expect(source?.kind === 'dict' && source.entries.map(({ key, value }) => [key, plain(value)])).toEqual([
      ['A', 1],
      ['A', 2],
      ['A', 3],
    ])
  })

  test('says where keys and values are', () => {
    const text = '  <</One 1 /T#77o [ 2 ]>>'
    const source = read(text)
    if (source?.kind !== 'dict') throw new Error('no dictionary')
    const places = source.entries.map(({ keyStart, keyEnd, value }) => [
      text.slice(keyStart, keyEnd),
      text.slice(value.start, value.end),
    ])
    expect(places).toEqual([
      ['/One', '1'],
      ['/T#77o', '[ 2 ]'],
    ])
  })
})

describe('white space and comments (7.2.3, 7.2.4)', () => {
  test.each(['', ' ', '\0\t\n\f\r ', '%\n', '%a comment\r', '%a\r\n%b\n \t%c\n'])(
    '%j is skipped',
    (before) => {
      expect(read(`${before}7`)).toMatchObject({ kind: 'number', number: 7, start: before.length })
    },
  )

  test.each(['', ' ', '\n\n', '%', '% only a comment', '%a\n%b'])('%j holds no value', (text) => {
    expect(read(text)).toBeNull()
  })

  test.each([
    [0, 0],
    [1, 4],
    [2, 4],
    [4, 4],
    [6, 8],
    [8, 8],
    [99, 99],
  ])('skipWhiteSpace from %i stops at %i', (start, to) => {
    expect(skipWhiteSpace(Buffer.from('a \0\nbc \t', 'latin1'), start)).toBe(to)
  })
})

describe('hostile input', () => {
  test.each(['[', '<</A', '[<</A'])('%s without end, a million times, ends', (text) => {
    expect(read(text.repeat(1_000_000 / text.length))).toBeNull()
  })

  test('two hundred levels are read, more are not', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(read(nested(200))).not.toBeNull()
    expect(read(nested(202))).toBeNull()
  })

  test('a string of a million parentheses is read', () => {
    const text = '('.repeat(500_000) + ')'.repeat(500_000)
    expect(covered(text)).toBe(text)
  })

  test('a start behind the end, or before a stray delimiter, reads nothing', () => {
    expect(read('1', 5)).toBeNull()
    for (const text of [')', ']', '>', '}', '{']) expect(read(text)).toBeNull()
  })

  test('never throws, and never reads behind the end', () => {
    const alphabet = [...'0123456789 /#<>()[]%\\+-.Rabtrueflsn\n\r\0\xff']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...alphabet), { maxLength: 60 }), (characters) => {
        const source = read(characters.join(''))
        if (source) expect(source.end).toBeLessThanOrEqual(characters.length)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('against another parser', () => {
  const number = fc.oneof(
    fc.integer({ min: -99999, max: 99999 }).map(String),
    fc.tuple(fc.integer({ min: 0, max: 999 }), fc.nat(999)).map(([a, b]) => `${a}.${b}`),
  )
  const escaped = fc.constantFrom('a', 'B', '9', '_', '#20', '#2f', '#23', '-', '.')
  const name = fc.array(escaped, { minLength: 1, maxLength: 6 }).map((parts) => `/${parts.join('')}`)
  const literal = fc
    .array(fc.constantFrom('a', ' ', '(b)', String.raw`\)`, String.raw`\\`, '\n', '>', ']'), { maxLength: 6 })
    .map((parts) => `(${parts.join('')})`)
  const word = fc.constantFrom('true', 'false', 'null', '7 0 R', '<41 42>', '<>')
  const space = fc.constantFrom(' ', '\n', '\r\n', '\t', ' %note\n')
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.oneof(number, name, literal, word),
      fc
        .array(fc.tuple(tie('value'), space), { maxLength: 4 })
        .map((items) => `[${items.map((item) => item.join('')).join('')}]`),
      fc
        .array(fc.tuple(name, space, tie('value'), space), { maxLength: 4 })
        .map((entries) => `<<${entries.map((entry) => entry.join('')).join('')}>>`),
    ),
  }))

  test('a value ends where pdf-lib ends it', async () => {
    const { context } = await PDFDocument.create()
    fc.assert(
      fc.property(value, (text) => {
        const parser = PDFObjectParser.forBytes(Buffer.from(`${text} /End`, 'latin1'), context)
        parser.parseObject()
        expect(String(parser.parseObject())).toBe('/End')
        expect(covered(`${text} /End`)).toBe(text)
      }),
      { numRuns: 500 },
    )
  })
})
