import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { buildPdf } from './fixtures.ts'
import { incrementalUpdate } from './incremental-update.ts'
import { readWithPdfjs } from './reading.ts'
import { xrefTablesPointRight } from './xref.ts'

const formats = ['table', 'stream', 'object-streams'] as const

/** One object changed, one changed within, and three added, of which two follow each other. */
async function changed(file: Uint8Array): Promise<PDF> {
  const pdf = await PDF.load(file, { lenient: false })
  const page = pdf.getPage(0)!.dict
  page.set('Rotate', PdfNumber.of(90))
  page.set('PieceInfo', PdfDict.of({ Own: PdfArray.of(PdfName.of('Ü m#'), PdfNumber.of(-0.25)) }))
  pdf.context.register(
    new PdfStream(
      [],
      Uint8Array.from({ length: 200_000 }, (_, at) => at),
    ),
  )
  pdf.context.register(PdfDict.of({ Type: PdfName.of('Trial') }))
  pdf.context.registry.allocateRef()
  pdf.context.register(PdfArray.of(PdfNumber.of(1)))
  return pdf
}

async function extended(file: Uint8Array): Promise<Uint8Array> {
  return Buffer.concat([file, incrementalUpdate(await changed(file), file)])
}

describe('an incremental update', () => {
  test.each(formats)('of a file with a cross-reference %s is read by two readers', async (format) => {
    const file = buildPdf({ format, pages: [{ mediaBox: [0, 0, 200, 100] }, { mediaBox: [0, 0, 50, 50] }] })
    const longer = await extended(file)
    const pdf = await PDF.load(longer, { lenient: false })
    expect([pdf.getPageCount(), pdf.getPage(0)!.rotation, pdf.usesXRefStreams]).toEqual([
      2,
      90,
      format !== 'table',
    ])
    expect(pdf.canSaveIncrementally()).toBeNull()
    const seen = await readWithPdfjs(new Uint8Array(longer), { maxPages: 9, textPages: 0 })
    expect(seen.pages.map(({ rotation, width }) => [rotation, width])).toEqual([
      [90, 100],
      [0, 50],
    ])
    expect(xrefTablesPointRight(longer)).toBe(true)
  })

  test('of a file with a table is what @libpdf/core appends', async () => {
    const file = buildPdf({
      trailer: '/ID [<00112233445566778899aabbccddeeff> <ffeeddccbbaa99887766554433221100>]',
    })
    const whole = await (await changed(file)).save({ incremental: true, compressStreams: false })
    expect(Buffer.compare(await extended(file), whole)).toBe(0)
  })

  test.each(formats)('goes on from the one before (%s)', async (format) => {
    const once = new Uint8Array(await extended(buildPdf({ format })))
    const pdf = await PDF.load(once, { lenient: false })
    pdf.getPage(0)!.dict.set('Rotate', PdfNumber.of(180))
    const twice = Buffer.concat([once, incrementalUpdate(pdf, once)])
    const again = await PDF.load(twice, { lenient: false })
    expect(again.getPage(0)!.rotation).toBe(180)
    expect(again.context.registry.nextObjectNumber).toBeGreaterThanOrEqual(
      pdf.context.registry.nextObjectNumber,
    )
    expect(again.getPage(0)!.dict.has('PieceInfo')).toBe(true)
  })

  test.each([
    ['', true],
    ['\n', false],
    ['\r', false],
  ])('begins on a line of its own after %j', async (end, breaks) => {
    const file = Buffer.from(Buffer.from(buildPdf()).toString('latin1').trimEnd() + end, 'latin1')
    const update = incrementalUpdate(await changed(file), file)
    expect(update[0] === '\n'.charCodeAt(0)).toBe(breaks)
    const longer = await PDF.load(Buffer.concat([file, update]), { lenient: false })
    expect(longer.getPage(0)!.rotation).toBe(90)
  })

  test('is empty when nothing was changed', async () => {
    const file = buildPdf()
    expect(incrementalUpdate(await PDF.load(file), file)).toHaveLength(0)
  })

  test('has nothing to go on from in a file without startxref', async () => {
    const pdf = await changed(buildPdf())
    const file = Buffer.from('%PDF-1.7\n')
    expect(() => incrementalUpdate(pdf, file)).toThrow(/cross-reference/)
  })
})
