import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#lib/testing/values/problems'
import { inspect } from '../check/inspect.ts'
import { loadPdf } from '../file/load.ts'
import { buildPdf, type XrefFormat } from '../fixtures/build.ts'
import { seenFields } from '../fixtures/render.ts'
import { readFormFields } from './form-fields.ts'

const widget = '/Type /Annot /Subtype /Widget /Rect [10 250 110 270]'

/** A file with one field of these entries. */
const fileWith = (entries: string, objects: Record<number, string> = {}, format: XrefFormat = 'table') =>
  buildPdf({
    format,
    catalog: '/AcroForm << /Fields [20 0 R] >>',
    objects: {
      20: `<< ${widget} ${entries} >>`,
      1001: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Annots [20 0 R] >>',
      ...objects,
    },
  })

async function readOne(entries: string, objects: Record<number, string> = {}, format: XrefFormat = 'table') {
  const pdf = await loadPdf(fileWith(entries, objects, format))
  const { fields, problems } = inEnglish(readFormFields(pdf, inspect(pdf).pages))
  return fields[0] ?? problems[0]!.message
}

const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`
/** A literal string with every byte that has a meaning escaped (ISO 32000-2, 7.3.4.2). */
const literal = (bytes: Buffer) =>
  `(${bytes.toString('latin1').replace(/[()\\\r\n]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`)})`
const encodings: Record<string, (text: string) => Buffer> = {
  'UTF-16BE': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'UTF-16LE': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-8': (text) => Buffer.from(`\ufeff${text}`, 'utf8'),
}

describe.each(Object.keys(encodings))('a text in %s', (encoding) => {
  const encode = encodings[encoding]!

  test.each([
    ['Latin letters', 'Größe, Straße, œuvre, ¿qué?'],
    ['Greek and Cyrillic', 'Όνομα Имя'],
    ['Chinese, Japanese, Korean', '姓名 名前 이름'],
    ['Hebrew, from right to left', 'שם מלא'],
    ['Arabic with marks of direction', '\u200fالاسم\u200e (A)'],
    ['Hindi and Thai', 'नाम ชื่อ'],
    ['characters outside the first plane', '𝔄 👩‍👩‍👧 𠮷'],
    ['brackets and backslashes', '(((\\n)) \\053'],
    ['letters with separate marks', 'e\u0301 a\u0308'],
  ])('is read: %s', async (_, text) => {
    for (const write of [hex, literal]) {
      const string = write(encode(text))
      const field = await readOne(`/FT /Tx /T ${string} /TU ${string} /V ${string}`)
      expect(field).toMatchObject({ name: text, label: text, value: text })
    }
  })

  test('is the one that pdf.js reads, whatever it is', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((sample) => {
      // A field name has parts between full stops; white space at the ends is left out here.
      return sample.trim() === sample && !/[.\p{Cc}\p{Cs}\ufeff]/u.test(sample)
    })
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(hex, literal), async (sample, write) => {
        const bytes = fileWith(`/FT /Tx /T ${write(encode(sample))} /V ${write(encode(sample))}`)
        const pdf = await loadPdf(bytes)
        const [field] = inEnglish(readFormFields(pdf, inspect(pdf).pages)).fields
        const [seen] = await seenFields(bytes, 1)
        expect([field!.name, field!.value]).toEqual([seen!.name, seen!.value])
        expect(field!.value).toBe(sample)
      }),
      { numRuns: 40 },
    )
  })

  test('with a part of a character at its end, or half of a pair, is read without harm', async () => {
    const bytes = encode('Ä𝔄')
    for (let length = 0; length <= bytes.length; length++) {
      const field = await readOne(`/FT /Tx /T (a) /V ${hex(bytes.subarray(0, length))}`)
      expect(field).toMatchObject({ name: 'a' })
      const value = (field as { value: string | null }).value ?? ''
      expect(value.isWellFormed()).toBe(true)
    }
  })

  test('with NUL in it is read without: databases do not store it', async () => {
    const string = hex(encode('a\0b'))
    const options = `/FT /Ch /T (c) /Opt [${hex(encode('x\0y'))} (z)] /V ${hex(encode('x\0y'))}`
    expect(await readOne(`/FT /Tx /T ${string} /TU ${string} /V ${string}`)).toMatchObject({
      ...{ name: 'ab', label: 'ab', value: 'ab' },
    })
    expect(await readOne(options)).toMatchObject({ options: ['xy', 'z'], value: 'xy' })
  })
})

describe('PDFDocEncoding (annex D.3)', () => {
  const characters: [byte: number, character: string][] = [
    ...[...'˘ˇˆ˙˝˛˚˜'].map((character, index): [number, string] => [0x18 + index, character]),
    ...[...'•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'].map((character, index): [number, string] => [
      0x80 + index,
      character,
    ]),
    [0xa0, '€'],
    [0xa1, '¡'],
    [0xc4, 'Ä'],
    [0xdf, 'ß'],
    [0xff, 'ÿ'],
  ]

  test('has these characters', async () => {
    for (const [byte, character] of characters) {
      const bytes = Buffer.from([0x61, byte, 0x62])
      for (const write of [hex, literal])
        expect(await readOne(`/FT /Tx /T ${write(bytes)} /V ${write(bytes)}`), character).toMatchObject({
          ...{ name: `a${character}b`, value: `a${character}b` },
        })
    }
  })

  test.each([
    ['(a\\\nb)', 'ab'],
    ['(a\\344b)', 'aäb'],
    ['(\\53\\0534)', '++4'],
    ['(a(b)c)', 'a(b)c'],
    ['(\\q\\(\\))', 'q()'],
    ['<4A 6f\n e5>', 'Joå'],
    ['<4a6>', 'J`'],
    ['<>', null],
    ['(\\ )', null],
  ])('the string %j is %j', async (string, value) => {
    expect(await readOne(`/FT /Tx /T (a) /V ${string}`)).toMatchObject({ value })
  })
})

describe('language codes (7.9.2.2.1)', () => {
  test.each([
    ['at the beginning', '\u001ben\u001bA', 'A'],
    ['with a country', '\u001benUS\u001bA', 'A'],
    ['between', 'A\u001bde\u001bB\u001bfr\u001bC', 'ABC'],
    ['without an end', 'A\u001bde', 'A'],
    ['empty', '\u001b\u001bA', 'A'],
  ])('%s are no part of the text', async (_, text, value) => {
    for (const encode of Object.values(encodings))
      expect(await readOne(`/FT /Tx /T (a) /V ${hex(encode(text))}`)).toMatchObject({ value })
  })
})

describe('names with escaped characters (7.3.5)', () => {
  const off = (state: string) => `/AP << /N << /${state} 3 0 R /Off 3 0 R >> >>`
  test.each([
    ['/Tx', { type: 'text' }],
    ['/#54x', { type: 'text' }],
    ['/#54#78', { type: 'text' }],
    ['/#53ig', { type: 'signature' }],
    ['/#54#7', 'A field without a type is not imported.'],
    ['/T#', 'A field without a type is not imported.'],
  ])('the type %s', async (type, expected) => {
    const field = await readOne(`/FT ${type} /T (a)`)
    if (typeof expected === 'string') expect(field).toBe(expected)
    else expect(field).toMatchObject(expected)
  })

  test.each([
    ['A#20B', 'A B'],
    ['#41B', 'AB'],
    ['A#23B', 'A#B'],
    ['A#2FB', 'A/B'],
  ])('the state %s of a button is “%s”', async (state, text) => {
    const field = await readOne(`/FT /Btn /T (a) /V /${state} /AS /${state} ${off(state)}`)
    expect(field).toMatchObject({ type: 'checkbox', value: 'true' })
    const pdf = await loadPdf(fileWith(`/FT /Btn /T (a) /V /Off ${off(state)}`))
    const { problems } = inEnglish(readFormFields(pdf, inspect(pdf).pages))
    expect(problems).toMatchObject([{ message: expect.stringContaining(`“${text}”`) }])
  })

  test('keys of the field', async () => {
    expect(await readOne('/F#54 /Tx /#54 (a) /T#55 (b) /M#61xLen 5')).toMatchObject({
      ...{ type: 'text', name: 'a', label: 'b', maxLength: 5 },
    })
  })
})

test.each(['table', 'stream', 'object-streams'] as const)(
  'a field is the same with every entry behind a reference, or a chain of them, in a file of the format %s',
  async (format) => {
    const objects = {
      30: '/Tx',
      31: '(name)',
      32: '<FEFF00C4>',
      33: '(value)',
      34: '3',
      35: '40',
      36: '[37 0 R 38 0 R 39 0 R 40 0 R]',
      37: '10',
      38: '250',
      39: '110',
      40: '270',
      41: '1',
      42: '<< /R 43 0 R >>',
      43: '90',
      44: '(/Helv 9 Tf)',
    }
    const references =
      '/FT 30 0 R /T 31 0 R /TU 32 0 R /V 33 0 R /Ff 34 0 R /MaxLen 35 0 R /Rect 36 0 R /Q 41 0 R /MK 42 0 R /DA 44 0 R'
    const direct =
      '/FT /Tx /T (name) /TU <FEFF00C4> /V (value) /Ff 3 /MaxLen 40 /Q 1 /MK << /R 90 >> /DA (/Helv 9 Tf)'
    expect(await readOne(references, objects, format)).toEqual(await readOne(direct))
    expect(await readOne(direct)).toMatchObject({ readOnly: true, layout: { align: 'center', rotation: 90 } })
  },
)
