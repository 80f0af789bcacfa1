import { PDF, PdfDict, type PdfRef } from '@libpdf/core'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { dict } from '../file/objects.ts'
import { FontBook, textRuns } from './fonts.ts'
import { readKeptFont } from './kept-fonts.ts'
import { loadShaping } from './shaping.ts'

const alphabets = ['Zoë Ångström 2026-03-01', 'Иван Петров', '王小明', 'محمد علي', 'देवदत्त']

beforeAll(() => loadShaping(alphabets))

/** A document whose fonts were kept for these texts. */
function keepingDocument(texts: readonly string[], fonts = new PdfDict()) {
  const pdf = PDF.create()
  const form = dict({ DR: dict({ Font: fonts }) })
  pdf.context.catalog.getDict().set('AcroForm', pdf.context.register(form))
  const book = new FontBook(pdf)
  book.keep(form, texts)
  book.embed()
  return { pdf, book, names: [...fonts.keys()].map(({ value }) => value) }
}

const refsOf = (book: FontBook, text: string) => textRuns(text).map((run) => book.ref(run).objectNumber)

describe('kept fonts', () => {
  test.each(alphabets)('draw the texts of later revisions: %s', (text) => {
    const { pdf, book } = keepingDocument(alphabets)
    const laterBook = new FontBook(pdf, '', { reuses: true })
    const count = pdf.context.registry.getNewObjects().size
    expect(refsOf(laterBook, text)).toEqual(refsOf(book, text))
    laterBook.embed()
    expect(pdf.context.registry.getNewObjects().size).toBe(count)
  })

  test('give each letter the code that it has in the document', () => {
    const { pdf, book } = keepingDocument(['Zoë 0123456789'])
    const laterBook = new FontBook(pdf, '', { reuses: true })
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'Zoë 0123456789'), minLength: 1 }), (text) => {
        for (const run of textRuns(text)) expect(laterBook.encode(run)).toBe(book.encode(run))
      }),
    )
  })

  test('do not draw a text with a letter that they lack: that has a font of its own', () => {
    const { pdf, book } = keepingDocument(['Zoë'])
    const laterBook = new FontBook(pdf, '', { reuses: true })
    expect(refsOf(laterBook, 'Zoëx')).not.toEqual(refsOf(book, 'Zoë'))
    expect(refsOf(laterBook, 'oëZ')).toEqual(refsOf(book, 'Zoë'))
  })

  test('are used on demand only', () => {
    const { pdf, book } = keepingDocument(['Zoë'])
    expect(refsOf(new FontBook(pdf), 'Zoë')).not.toEqual(refsOf(book, 'Zoë'))
  })

  test('name the version of the face, and replace fonts of the author that have such names', () => {
    const { pdf, names } = keepingDocument(['Zoë'])
    const [name = ''] = names
    expect(name).toMatch(/^Paraph_NotoSans_[0-9a-f]{8}$/)
    const own = pdf.context.register(new PdfDict())
    const authors = dict({ Helv: own, [name]: own, Paraph_NotoSansSC_00000000: own })
    const { pdf: replacedPdf, names: namesAfter } = keepingDocument(['Zoë'], authors)
    expect(namesAfter).toEqual(['Helv', name])
    const kept = readKeptFont(replacedPdf, 'NotoSans')!.ref
    expect((replacedPdf.context.resolve(kept) as PdfDict).getName('Subtype')?.value).toBe('Type0')
    expect(authors.get(name) as PdfRef).toEqual(kept)
  })

  test('of another version of a face are not read', () => {
    const { pdf } = keepingDocument(['Zoë'])
    expect(readKeptFont(pdf, 'NotoSans')).not.toBeNull()
    expect(readKeptFont(pdf, 'NotoSansBold')).toBeNull()
    const otherVersion = PDF.create()
    const font = otherVersion.context.register(new PdfDict())
    const form = dict({ DR: dict({ Font: dict({ Paraph_NotoSans_00000000: font }) }) })
    otherVersion.context.catalog.getDict().set('AcroForm', otherVersion.context.register(form))
    expect(readKeptFont(otherVersion, 'NotoSans')).toBeNull()
  })
})
