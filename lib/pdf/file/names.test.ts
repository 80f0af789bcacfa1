import { PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPdf } from '../check/check.ts'
import { asDict, resolver } from '../check/inspect.ts'
import { buildPdf, type XrefFormat } from '../fixtures/build.ts'
import { incrementalUpdate, withIncrement } from './incremental-update.ts'
import { loadPdf } from './load.ts'
import { dict } from './objects.ts'
import { readSource } from './source.ts'
import { objectsAreStrict } from './strict-objects.ts'

/** A name as the standard writes it: every byte that is no regular printable character is escaped (7.3.5). */
function escaped(bytes: Uint8Array): string {
  return [...bytes]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return /[!-~]/.test(character) && !/[#()<>[\]{}/%]/.test(character)
        ? character
        : `#${byte.toString(16).padStart(2, '0')}`
    })
    .join('')
}

/** Every byte escaped, in either case: the same name. */
function fullyEscaped(bytes: Uint8Array, upper: boolean): string {
  const hex = [...bytes].map((byte) => `#${byte.toString(16).padStart(2, '0')}`).join('')
  return upper ? hex.toUpperCase() : hex
}

const nameBytes = fc.uint8Array({ minLength: 1, maxLength: 12 }).filter((bytes) => !bytes.includes(0))
const utf8Bytes = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter((text) => text.isWellFormed() && !text.includes('\0'))
  .map((text) => new Uint8Array(Buffer.from(text)))

describe('a name is the same however it is escaped', () => {
  test('in our parser, for every name in UTF-8', () => {
    fc.assert(
      fc.property(utf8Bytes, fc.boolean(), (bytes, upper) => {
        const [plain, full] = [escaped(bytes), fullyEscaped(bytes, upper)].map((name) =>
          readSource(Buffer.from(`/${name} `), 0),
        )
        expect(plain).toMatchObject({ kind: 'name', name: Buffer.from(bytes).toString() })
        expect(full).toMatchObject({ kind: 'name', name: Buffer.from(bytes).toString() })
      }),
      { numRuns: 300 },
    )
  })

  test('as @libpdf/core decodes it', async () => {
    await fc.assert(
      fc.asyncProperty(utf8Bytes, async (bytes) => {
        const text = Buffer.from(bytes).toString()
        const source = buildPdf({ objects: { 20: `<< /Key /${fullyEscaped(bytes, false)} >>` } })
        const pdf = await loadPdf(source)
        const held = asDict(pdf.context.resolve(PdfRef.of(20, 0)))
        expect(held!.getName('Key')!.value).toBe(text)
      }),
      { numRuns: 60 },
    )
  })

  test.each<[string, string | null]>([
    ['/A#42', 'AB'],
    ['/#41#42', 'AB'],
    ['/A#', 'A#'],
    ['/A#4', 'A#4'],
    ['/A#4g', 'A#4g'],
    ['/A##41', 'A#A'],
    ['/#23', '#'],
    ['/#2F', '/'],
    ['/#c3#a4', 'ä'],
    ['/#C3#A4', 'ä'],
    ['/#ff', '\ufffd'],
    ['/', ''],
    ['/ ', ''],
    ['/A/B', 'A'],
    ['/A(B)', 'A'],
    ['/A%B', 'A'],
    ['/A\0B', 'A'],
    ['A', null],
  ])('%j', (syntax, name) => {
    const value = readSource(Buffer.from(syntax, 'latin1'), 0)
    expect(value?.kind === 'name' ? value.name : null).toBe(name)
  })
})

describe('names that we write', () => {
  const anyName = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 12 }),
    fc.constantFrom(
      'a b',
      'a/b',
      'a#b',
      '#41',
      '(x)',
      '<<',
      '>>',
      '[',
      ']',
      '{}',
      '%',
      'Größe',
      '漢字',
      '😀',
    ),
  )
  const writable = anyName.filter((name) => name.isWellFormed() && !name.includes('\0'))

  test.each<XrefFormat>(['table', 'stream', 'object-streams'])(
    'are read back as keys and values, and the file stays strict (%s)',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(writable, { minLength: 1, maxLength: 4 }), async (names) => {
          const before = buildPdf({ format })
          const pdf = await loadPdf(before)
          const ref = pdf.context.register(
            new PdfDict(names.map((name) => [name, PdfName.of(name)] as const)),
          )
          const list = pdf.context.register(new PdfArray(names.map((name) => PdfName.of(name))))
          const after = withIncrement(before, incrementalUpdate(pdf, before))
          const again = await PDF.load(after, { lenient: false })
          const entries = [...asDict(again.context.resolve(ref))!] as [PdfName, PdfObject][]
          expect(entries.map(([key]) => key.value)).toEqual(names)
          expect(entries.map(([, value]) => (value as PdfName).value)).toEqual(names)
          const items = (again.context.resolve(list) as PdfArray).toArray() as PdfName[]
          expect(items.map(({ value }) => value)).toEqual(names)
          expect(objectsAreStrict(after)).toBe(true)
        }),
        { numRuns: 30 },
      )
    },
  )
})

describe('names of a file in any bytes', () => {
  test('keep their bytes in an object that is changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(nameBytes, { selector: String, minLength: 1, maxLength: 4 }),
        async (names) => {
          const keys = names.map((bytes, index) => `K${index}#20${escaped(bytes)}`)
          const body = keys.map((key, index) => `/${key} /${fullyEscaped(names[index]!, index % 2 === 0)}`)
          const before = buildPdf({ catalog: '/Own 20 0 R', objects: { 20: `<< ${body.join(' ')} >>` } })
          const pdf = await loadPdf(before)
          const resolve = resolver(pdf)
          const own = asDict(pdf.context.catalog.getDict().get('Own', resolve))!
          own.set('Added', dict({ Type: '/Added' }))
          const increment = Buffer.from(incrementalUpdate(pdf, before)).toString('latin1')
          for (const entry of body) expect(increment).toContain(entry)
          expect(increment).toContain('/Added')
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each([
    [
      'escaped keys of the catalog',
      (text: string) => text.replace('/Type /Catalog /Pages', '/#54ype /Catalo#67 /P#61ges'),
    ],
    [
      'escaped keys of a page',
      (text: string) => text.replace('/Type /Page /Parent', '/Type /P#61ge /P#61rent'),
    ],
    ['an escaped box', (text: string) => text.replace('/MediaBox', '/MediaBo#78')],
    ['escaped kids', (text: string) => text.replace('/Kids', '/#4bids')],
    ['an escaped length', (text: string) => text.replace('/Length', '/Lengt#68')],
    ['an escaped root', (text: string) => text.replace('/Root', '/Roo#74')],
  ])('are understood: %s', async (_, change) => {
    const original = Buffer.from(buildPdf()).toString('latin1')
    // The file gets longer: the offsets of its table are moved by a repair, or stay right in the trailer.
    const bytes = new Uint8Array(Buffer.from(change(original), 'latin1'))
    expect(bytes.length).toBeGreaterThan(original.length)
    expect(await checkPdf(bytes, { maxPages: 5 })).toMatchObject({ ok: true, pages: [{ width: 612 }] })
  })
})
