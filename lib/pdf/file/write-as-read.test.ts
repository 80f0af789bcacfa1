import { PDFDict, PDFDocument, PDFObjectParser } from '@cantoo/pdf-lib'
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildPdf } from '../fixtures/build.ts'
import { SourceReader } from './source-reader.ts'
import { writeAsRead } from './write-as-read.ts'
import { xrefChain } from './xref.ts'

const number = 20

/** Object 20 of a file, changed, as it is written again. */
async function rewritten(
  body: string,
  change: (object: PdfObject) => void = () => {},
  format: 'table' | 'object-streams' = 'table',
): Promise<string> {
  const bytes = buildPdf({ objects: { [number]: body }, catalog: `/Extra ${number} 0 R`, format })
  const pdf = await PDF.load(bytes)
  const ref = PdfRef.of(number, 0)
  const object = pdf.context.resolve(ref)!
  change(object)
  const parts: Buffer[] = []
  const writer = {
    writeAscii: (text: string) => parts.push(Buffer.from(text, 'latin1')),
    writeBytes: (part: Uint8Array) => parts.push(Buffer.from(part)),
    writeByte: (byte: number) => parts.push(Buffer.of(byte)),
  }
  writeAsRead(writer as never, object, new SourceReader(pdf, bytes, xrefChain(bytes)!).find(ref))
  return Buffer.concat(parts).toString('latin1')
}

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()
const setB = (object: PdfObject) => (object as PdfDict).set('B', PdfNumber.of(7))

describe('an object that is written again', () => {
  test.each([
    ['a number of many decimals', '<< /A 595.303937007874015748 >>'],
    ['a number with a sign', '<< /A +1.50 >>'],
    ['zeros', '<< /A 007 /C 1.000 /D -.5 /E 4. >>'],
    ['a name with escapes', '<< /A#20B /C#20D /E /F#c3#a9 >>'],
    ['a name that is no UTF-8', '<< /A#e9 /F#E9 >>'],
    ['a name of raw bytes', '<< /\xe9 /\xfc >>'],
    ['an empty name', '<< / 1 /C / >>'],
    ['nested values', '<< /A << /C#20D [ 1.10 [ /E#2fF 2.20 ] << /G 3.30 >> ] >> >>'],
    ['references', '<< /A 3 0 R /C [ 3 0 R 2 0 R ] >>'],
    ['words', '<< /A true /C false /D null >>'],
  ])('keeps %s', async (_, body) => {
    const text = squeezed(await rewritten(body, setB))
    for (const token of body.slice(2, -2).match(/\/?[^\s[\]<>/]+/g) ?? []) expect(text).toContain(token)
    expect(text).toContain('/B 7')
  })

  test.each(['table', 'object-streams'] as const)('with a %s', async (format) => {
    expect(squeezed(await rewritten('<< /A#20x 1.100 >>', setB, format))).toBe('<< /A#20x 1.100 /B 7 >>')
  })

  test.each([
    ['escaped line breaks', '(a\\r\\nb\\rc\\nd)'],
    ['raw line breaks', '(a\r\nb\rc\nd)'],
    ['a continued line', '(a\\\r\nb\\\nc)'],
    ['parentheses and other escapes', '(a (b) \\(c\\) \\\\ \\t \\053 \\5 \\q)'],
    ['hexadecimal digits', '<61 0D 0a 7>'],
  ])('keeps a string of %s', async (_, string) => {
    expect(await rewritten(`<< /A ${string} /C [${string}] >>`, setB)).toContain(
      `/A ${string}\n/C [${string}]`,
    )
  })

  test('keeps any string, and writes a new one with CR so that it stays', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 20 }), async (bytes) => {
        const hex = `<${Buffer.from(bytes).toString('hex')}>`
        const octal = `(${Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')})`
        expect(squeezed(await rewritten(`<< /A ${hex} /C ${octal} >>`, setB))).toBe(
          `<< /A ${hex} /C ${octal} /B 7 >>`,
        )
      }),
      { numRuns: 100 },
    )
    const setA = (object: PdfObject) => (object as PdfDict).set('A', PdfString.fromString('a\r\nb'))
    expect(squeezed(await rewritten('<< /A (x) >>', setA))).toMatch(/^<< \/A <610d0a62> >>$/i)
  })

  test('has what was changed in it, and no more', async () => {
    const text = await rewritten('<< /A 1.10 /C [1.10 2.20 3.30] /D 4.40 >>', (object) => {
      const dict = object as PdfDict
      dict.set('A', PdfNumber.of(9.5))
      dict.getArray('C')!.set(1, PdfName.of('New'))
      dict.delete('D')
    })
    expect(squeezed(text)).toBe('<< /A 9.5 /C [1.10 /New 3.30] >>')
  })

  test('an array that grew or shrank', async () => {
    const grown = await rewritten('[1.10 2.20]', (object) => (object as PdfArray).push(PdfNumber.of(3)))
    expect(squeezed(grown)).toBe('[1.10 2.20 3]')
    const shorter = await rewritten('[1.10 2.20]', (object) => (object as PdfArray).remove(0))
    expect(squeezed(shorter)).toBe('[2.2]')
  })

  test('of a repeated key the last value counts', async () => {
    const text = await rewritten('<< /A 1 /A 2 >>', setB)
    const parsedObject = PDFObjectParser.forBytes(
      Buffer.from(text),
      (await PDFDocument.create()).context,
    ).parseObject()
    expect(String((parsedObject as PDFDict).get([...(parsedObject as PDFDict).keys()][0]!))).toBe('2')
  })

  test('names that the library cannot tell apart both stay', async () => {
    const text = squeezed(await rewritten('<< /A#20B 1.10 /A#20#42 2.20 >>', setB))
    expect(text).toBe('<< /A#20B 1.10 /A#20#42 2.20 /B 7 >>')
  })

  test('a repeated name in two spellings stays in its order, also beside one that the library cannot tell apart', async () => {
    const text = squeezed(await rewritten('<< /#C3#A9 1 /#e9 2 /\xe9 3 >>', setB))
    expect(text).toBe('<< /#C3#A9 1 /#e9 2 /\xe9 3 /B 7 >>')
  })

  test('a name is written with the bytes that it has, not with those of the one before', async () => {
    const text = await rewritten('<< /A /F#e9 >>', (object) => (object as PdfDict).set('A', PdfName.of('Fe')))
    expect(squeezed(text)).toBe('<< /A /Fe >>')
  })
})

describe('an object that was not found in the file', () => {
  const write = (object: PdfObject) => {
    const ignore = () => {}
    writeAsRead({ writeAscii: ignore, writeBytes: ignore, writeByte: ignore } as never, object, null)
  }

  test('is written by the library', () => {
    expect(() => write(PdfDict.of({ A: PdfName.of('Plain'), B: PdfNumber.of(1) }))).not.toThrow()
  })

  test.each(['é', '\ufffd', 'a\u0000', '红'])(
    'is refused with the name %j, whose bytes are not known',
    (name) => {
      expect(() => write(PdfDict.of({ A: PdfName.of(name) }))).toThrow(/cannot be written unchanged/)
      expect(() => write(new PdfArray([PdfDict.of({ [name]: PdfNumber.of(1) })]))).toThrow(
        /cannot be written unchanged/,
      )
    },
  )
})

describe('any object', () => {
  const name = fc
    .array(fc.constantFrom('a', 'B', '7', '#20', '#C3#A9', '#e9', '\xe9', '#2F', '#23', '_', '.'), {
      minLength: 1,
      maxLength: 5,
    })
    .map((parts) => `/${parts.join('')}`)
  const numeral = fc.oneof(
    fc.integer({ min: -9999, max: 9999 }).map(String),
    fc.tuple(fc.nat(999), fc.nat(999999)).map(([whole, part]) => `${whole}.${part}`),
    fc.constantFrom('+1', '-.5', '4.', '00012', '0.10000000001'),
  )
  const string = fc
    .array(
      fc.constantFrom(
        'a',
        ' ',
        '(b)',
        String.raw`\)`,
        String.raw`\\`,
        String.raw`\n`,
        String.raw`\101`,
        '\xff',
      ),
      { maxLength: 6 },
    )
    .map((parts) => `(${parts.join('')})`)
  const leaf = fc.oneof(
    name,
    numeral,
    string,
    fc.constantFrom('true', 'false', 'null', '<4142>', '<414>', '3 0 R'),
  )
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(' ')}]`),
      fc
        .uniqueArray(fc.tuple(name, tie('value')), { maxLength: 4, selector: ([key]) => key })
        .map((entries) => `<<${entries.map((entry) => entry.join(' ')).join(' ')}>>`),
    ),
  }))

  /** What pdf-lib reads, its strings as bytes. */
  const meaning = async (text: string) => {
    const { context } = await PDFDocument.create()
    const parsedObject = PDFObjectParser.forBytes(Buffer.from(text, 'latin1'), context).parseObject()
    const toPlainValue = (object: unknown): unknown => {
      if (object instanceof PDFDict)
        return Object.fromEntries(
          [...object.entries()].map(([key, item]) => [
            Buffer.from(key.asBytes()).toString('hex'),
            toPlainValue(item),
          ]),
        )
      const otherFile = object as { asArray?(): unknown[]; asBytes?(): Uint8Array; asNumber?(): number }
      if (otherFile.asArray) return otherFile.asArray().map(toPlainValue)
      if (otherFile.asNumber) return otherFile.asNumber()
      if (otherFile.asBytes) return `bytes ${Buffer.from(otherFile.asBytes()).toString('hex')}`
      return String(object)
    }
    return toPlainValue(parsedObject)
  }

  test('means the same to another reader after it was changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(name, value), { maxLength: 5, selector: ([key]) => key }),
        async (entries) => {
          const body = `<<${entries.map((entry) => entry.join(' ')).join(' ')}>>`
          const text = await rewritten(body, (object) =>
            (object as PdfDict).set('ZZ', PdfString.fromString('new')),
          )
          expect(await meaning(text)).toEqual({
            ...((await meaning(body)) as object),
            '5a5a': `bytes ${Buffer.from('new').toString('hex')}`,
          })
        },
      ),
      { numRuns: 200 },
    )
  })
})
