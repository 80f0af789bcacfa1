import { deflateSync } from 'node:zlib'
import { type PDFName as OtherName, PDFHexString, PDFObjectParser, PDFString } from '@cantoo/pdf-lib'
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream, PdfString } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '#lib/testing/values/any-character'
import { dateString, decodeStream, decodeText, dict, parseDate, textArray, textString } from './objects.ts'

/** The object as it is written to a file. */
function written(object: PdfObject): string {
  const parts: Buffer[] = []
  const writer = {
    writeAscii: (text: string) => parts.push(Buffer.from(text, 'latin1')),
    writeBytes: (bytes: Uint8Array) => parts.push(Buffer.from(bytes)),
    writeByte: (byte: number) => parts.push(Buffer.of(byte)),
  }
  object.toBytes(writer as never)
  return Buffer.concat(parts).toString('latin1')
}

/** The text as pdf-lib reads it from the file. */
function readByPdfLib(object: PdfObject): string {
  const parsedObject = PDFObjectParser.forBytes(
    Buffer.from(written(object), 'latin1'),
    undefined as never,
  ).parseObject()
  if (parsedObject instanceof PDFString || parsedObject instanceof PDFHexString)
    return parsedObject.decodeText()
  throw new Error(`no string: ${String(parsedObject)}`)
}

describe('textString (7.9.2.2)', () => {
  test.each(['7 0 obj', '10 000 objets', 'a trailer', 'xref', 'upstream'])(
    'writes %s so that no reader takes it for syntax',
    (text) => {
      expect(written(textString(text))).toMatch(/^<[0-9a-f]+>$/i)
      expect(decodeText(textString(text))).toBe(text)
    },
  )

  const texts = [
    '',
    'plain ASCII',
    'a@b.example, 2026-01-01 +1:/_',
    'parentheses (unbalanced',
    'closing )',
    String.raw`a backslash \ and \) and \n`,
    'line\nbreak\r\nand\ttab',
    '>> endobj << /Type /Catalog >>',
    'endstream %comment',
    '/Name',
    '<48>',
    'Žofie Příliš',
    'Ωμέγα',
    '张伟',
    'محمد שלום',
    'हिन्दी ไทย',
    '😀 \u{10ffff}',
    '\u0000\u0001\u001f',
    '\ufeffalready marked',
    '\u00ff\u00fe',
    'þÿ',
    'ï»¿',
    '’“”–—…•€',
  ]

  test.each(texts)('%j is read back', (text) => {
    expect(textString(text).asString()).toBe(text)
    expect(readByPdfLib(textString(text))).toBe(text)
  })

  test('any text is read back by two libraries, and is written in hexadecimal or plain characters only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const object = textString(text)
        expect(object.asString()).toBe(text)
        expect(readByPdfLib(object)).toBe(text)
        expect(written(object)).toMatch(/^(\([\w @.,:+/-]*\)|<[\dA-Fa-f]*>)$/)
      }),
      { numRuns: 500 },
    )
  })

  test('a lone half of a character does no harm', () => {
    expect(written(textString('a\ud800'))).toMatch(/^<feff0061d800>$/i)
  })

  test('an array holds each text', () => {
    const array = textArray(['a', 'Ž', ''])
    expect(array.toArray().map((item) => (item as PdfString).asString())).toEqual(['a', 'Ž', ''])
    expect(textArray([]).length).toBe(0)
  })
})

describe('decodeText (7.9.2.2)', () => {
  const hex = (text: string) => new PdfString(new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex')))

  test.each([
    ['UTF-16BE', 'feff 00c4 6f22', 'Ä漢'],
    ['UTF-16BE beyond the basic plane', 'feff d83d de00', '😀'],
    ['UTF-16BE with an odd byte at the end', 'feff 0041 00', 'A'],
    ['UTF-16BE with half a character', 'feff 0041 d83d', 'A\ufffd'],
    ['UTF-16LE, as some writers have it', 'fffe c400 226f', 'Ä漢'],
    ['UTF-16LE with an odd byte', 'fffe 4100 42', 'A'],
    ['UTF-8 (PDF 2.0)', 'efbbbf c384 e6bca2', 'Ä漢'],
    ['UTF-8 that is cut within a character', 'efbbbf 41 e6bc', 'A\ufffd'],
    ['only a mark', 'feff', ''],
    ['half a mark', 'fe', 'þ'],
    ['two bytes of the mark of UTF-8', 'efbb', 'ï»'],
    ['no bytes', '', ''],
    ['a language code in UTF-16', 'feff 001b 0065 006e 001b 0041 0042', 'AB'],
    ['two language codes', 'feff 001b 0065 001b 0041 001b 0064 001b 0042', 'AB'],
    ['a language code without an end', 'feff 0041 001b 0065 006e', 'A'],
    ['a language code in UTF-8', 'efbbbf 1b656e1b 41', 'A'],
    ['PDFDocEncoding', '41 e4 80 8a 92 9b a0', 'Aä•−™ł€'],
    ['diacritics of PDFDocEncoding', '18 19 1a 1b 1c 1d 1e 1f', '˘ˇˆ˙˝˛˚˜'],
  ])('%s', (_, bytes, text) => {
    expect(decodeText(hex(bytes))).toBe(text)
  })

  test('every text that we write is read back, except for NUL, halves of characters and escapes', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        fc.pre(!text.includes('\u001b'))
        expect(decodeText(textString(text))).toBe(text.toWellFormed().replaceAll('\0', ''))
      }),
      { numRuns: 500 },
    )
  })

  test('any bytes have a text, without marks and halves of characters', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', 'feff', 'fffe', 'efbbbf'),
        fc.uint8Array({ maxLength: 30 }),
        (mark, bytes) => {
          const text = decodeText(hex(mark + Buffer.from(bytes).toString('hex')))
          expect(text.isWellFormed()).toBe(true)
          expect(text.length).toBeLessThanOrEqual(bytes.length + 1)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('decodeStream', () => {
  const data = Buffer.from('Ada')
  const build = (filters: string[], bytes: Uint8Array) =>
    new PdfStream(dict({ Filter: new PdfArray(filters.map(PdfName.of)) }), bytes)

  test('decodes other filters before the one that compresses', () => {
    const hex = Buffer.from(`${deflateSync(data).toString('hex')}>`)
    const decoded = decodeStream(build(['ASCIIHexDecode', 'FlateDecode'], hex))
    expect(Buffer.from(decoded).toString()).toBe('Ada')
    expect(decodeStream(new PdfStream([], data))).toEqual(data)
  })

  test('refuses two filters that compress', () => {
    const twice = deflateSync(deflateSync(data))
    for (const filters of [
      ['FlateDecode', 'FlateDecode'],
      ['FlateDecode', 'ASCIIHexDecode', 'LZWDecode'],
      ['RunLengthDecode', 'FlateDecode'],
    ])
      expect(() => decodeStream(build(filters, twice))).toThrow('compressed twice')
  })
})

describe('dates (7.9.4)', () => {
  test.each([
    ['2026-03-01T10:00:00Z', 'D:20260301100000Z'],
    ['1999-12-31T23:59:59.999Z', 'D:19991231235959Z'],
    ['0099-01-01T00:00:00Z', 'D:00990101000000Z'],
  ])('%s is written %s', (instant, text) => {
    expect(dateString(new Date(instant)).asString()).toBe(text)
  })

  test('a written date is read back, to the second', () => {
    const seconds = fc.integer({ min: 0, max: 253402300799 })
    fc.assert(
      fc.property(seconds, (second) => {
        const time = new Date(second * 1000)
        expect(parseDate(dateString(time).asString())).toEqual(time)
      }),
    )
  })

  test.each([
    ['D:2026', '2026-01-01T00:00:00Z'],
    ['D:202603', '2026-03-01T00:00:00Z'],
    ['D:20260315', '2026-03-15T00:00:00Z'],
    ['D:2026031507', '2026-03-15T07:00:00Z'],
    ['D:202603150708', '2026-03-15T07:08:00Z'],
    ['D:20260315070809', '2026-03-15T07:08:09Z'],
    ['D:20260315070809Z', '2026-03-15T07:08:09Z'],
    ["D:20260315070809Z00'00'", '2026-03-15T07:08:09Z'],
    ["D:20260315070809+00'00'", '2026-03-15T07:08:09Z'],
    ["D:20260315070809+02'00'", '2026-03-15T05:08:09Z'],
    ["D:20260315070809+02'00", '2026-03-15T05:08:09Z'],
    ["D:20260315070809-08'30'", '2026-03-15T15:38:09Z'],
    ["D:20260315070809+05'45'", '2026-03-15T01:23:09Z'],
    ['D:20260315070809+02', '2026-03-15T05:08:09Z'],
    ["D:20260315070809+02'", '2026-03-15T05:08:09Z'],
    ['D:20260315070809+0200', '2026-03-15T05:08:09Z'],
    ['20260315070809Z', '2026-03-15T07:08:09Z'],
    ['D:20240229000000Z', '2024-02-29T00:00:00Z'],
    ['D:20260315070809Z ', '2026-03-15T07:08:09Z'],
    ['D:20260315\r\n', '2026-03-15T00:00:00Z'],
    ["D:20260315070809+23'59'", '2026-03-14T07:09:09Z'],
  ])('%s is %s', (text, instant) => {
    expect(parseDate(text)).toEqual(new Date(instant))
  })

  test.each([
    undefined,
    '',
    'D:',
    'D:202',
    'yesterday',
    'D:20261301',
    'D:20260132',
    'D:20260001',
    'D:20260100',
    'D:20260230',
    'D:20250229000000Z',
    'D:20260431',
    'D:2026030124',
    'D:20260301240000Z',
    'D:2026030125',
    'D:202603010060',
    'D:20260301000060',
    "D:20260301000000+99'00'",
    'X:20260301',
    'D:2026-03-01',
    'D:2026-03-01T10:00:00Z',
    'D:20260301 10:00',
    'D:20260301100000+0200x',
    'D:20260301100000+02:00',
    'D:20260301100000+2',
    'D:20260301of',
    'D:202603011',
    "D:20260301000000+00'60'",
    "D:20260301000000+24'00'",
  ])('%s names no instant', (text) => {
    expect(parseDate(text)).toBeUndefined()
  })
})

describe('dict', () => {
  test('makes names, numbers, texts and objects of its values, and leaves out what is undefined', () => {
    const ownArray = new PdfArray()
    const dictionary = dict({ Type: '/Sig', V: 2, Half: 0.5, T: 'Žofie', Kids: ownArray, Reason: undefined })
    expect(dictionary.get('Type')).toEqual(PdfName.of('Sig'))
    expect(dictionary.get('V')).toEqual(PdfNumber.of(2))
    expect((dictionary.get('T') as PdfString).asString()).toBe('Žofie')
    expect(dictionary.get('Kids')).toBe(ownArray)
    expect(dictionary.has('Reason')).toBe(false)
    expect([...dictionary].map(([key]) => key.value)).toEqual(['Type', 'V', 'Half', 'T', 'Kids'])
  })

  test('nests', () => {
    const dictionary = dict({ N: dict({ Off: 1 }) })
    expect(dictionary.get('N')).toBeInstanceOf(PdfDict)
  })

  test('names are read back by another library, whatever characters they have', () => {
    for (const name of ['A', 'Lime Green', 'F#e9', 'a/b', '(x)', 'Größe', '红色', '100%']) {
      const text = written(dict({ K: `/${name}` })).replace(/^<<\s*\/K\s*/, '')
      const parsedObject = PDFObjectParser.forBytes(
        Buffer.from(text, 'latin1'),
        undefined as never,
      ).parseObject()
      const bytes = Buffer.from((parsedObject as OtherName).asBytes())
      expect(bytes.toString()).toBe(name)
    }
  })
})
