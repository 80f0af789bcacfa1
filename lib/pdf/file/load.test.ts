import { PDF, PdfRef, type PdfString } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { buildPdf, getBytes, getText, pdfObjects, type Widths, writeRevision } from '../fixtures/build.ts'
import { loadPdf } from './load.ts'

describe('loadPdf opens', () => {
  const wide: Widths[] = [
    [1, 7, 2],
    [1, 8, 2],
    [2, 8, 4],
    [1, 4, 8],
  ]
  test.each(wide)('a cross-reference stream of fields of %i, %i and %i bytes', async (...widths) => {
    for (const format of ['stream', 'object-streams'] as const) {
      const bytes = buildPdf({ format, widths, objects: { 20: '(x)' } })
      const pdf = await loadPdf(bytes, { lenient: false })
      expect(pdf.getPageCount()).toBe(1)
      expect(pdf.context.resolve(PdfRef.of(20, 0))).not.toBeNull()
    }
  })

  test('revisions of different kinds, the newest objects counting', async () => {
    let bytes = buildPdf({ objects: { 20: '(table)' } })
    for (const [format, widths] of [
      ['stream', [1, 8, 2]],
      ['table', undefined],
      ['object-streams', [1, 7, 2]],
    ] as const)
      bytes = writeRevision(bytes, new Map([[20, `(${format})`]]), { format, ...(widths && { widths }) })
    const value = (await loadPdf(bytes, { lenient: false })).context.resolve(PdfRef.of(20, 0))
    expect(value).toMatchObject({ type: 'string' })
    expect((value as { asString(): string } | null)?.asString()).toBe('object-streams')
  })

  test('what was freed is gone, also behind wide fields', async () => {
    const bytes = buildPdf({ format: 'stream', widths: [1, 8, 2], objects: { 20: '(x)' } })
    const text = getText(bytes)
    const offset = text.length
    const freed = getBytes(
      `${text}xref\n20 1\n0000000000 00001 f \ntrailer\n<< /Size 1010 /Root 1 0 R /Prev ${/startxref\s+(\d+)/.exec(text)![1]} >>\nstartxref\n${offset}\n%%EOF\n`,
    )
    expect((await loadPdf(freed, { lenient: false })).context.resolve(PdfRef.of(20, 0))).toBeNull()
  })

  test.each([' ', '\n', '\r\n  ', '\0\t'])('an offset that names %j before the section', async (space) => {
    const text = getText(buildPdf())
    const shifted = text.replace('\nxref\n', `\n${space}xref\n`)
    const pdf = await loadPdf(getBytes(shifted), { lenient: false })
    expect(pdf.getPageCount()).toBe(1)
  })
})

describe('loadPdf refuses', () => {
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['another format', getBytes('GIF89a')],
    ['a header alone', getBytes('%PDF-1.7\n')],
    ['no startxref', getBytes(getText(buildPdf()).replace('startxref', 'startxxxx'))],
    ['a startxref to nowhere', getBytes(getText(buildPdf()).replace(/startxref\n\d+/, 'startxref\n999999'))],
    ['no catalog', writeRevision(null, new Map([...pdfObjects()].filter(([number]) => number !== 1)))],
  ])('%s, when strict', async (_, bytes) => {
    await expect(
      loadPdf(bytes, { lenient: false }).then((pdf) => pdf.context.catalog.getDict()),
    ).rejects.toThrow()
  })

  test('no file for a section that is only damaged, when lenient', async () => {
    const text = getText(buildPdf()).replace(/startxref\n\d+/, 'startxref\n7')
    expect((await loadPdf(getBytes(text))).getPageCount()).toBe(1)
  })
})

test('a hybrid file whose later revision names the stream of the first one: the newer object counts', async () => {
  const base = writeRevision(buildPdf(), new Map([[61, '<< >>']]), { xrefStm: new Map([[60, '(old)']]) })
  const offset = /\/XRefStm (\d+)/.exec(getText(base))![1]
  const bytes = writeRevision(base, new Map([[60, '(new)']]), { trailer: `/XRefStm ${offset}` })
  const seen = (await loadPdf(bytes)).context.resolve(PdfRef.of(60, 0)) as PdfString
  expect(seen.asString()).toBe('new')
})

test('does not change the input bytes', async () => {
  for (const options of [{}, { format: 'stream', widths: [1, 8, 2] }] as const) {
    const bytes = buildPdf(options)
    const fileBefore = bytes.slice()
    await loadPdf(bytes)
    expect(bytes).toEqual(fileBefore)
    expect(await PDF.load(bytes)).toBeDefined()
  }
})
