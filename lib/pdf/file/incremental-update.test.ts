import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { buildPdf } from '../fixtures/build.ts'
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
      Uint8Array.from({ length: 200_000 }, (_, index) => index),
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

/** The entries of the newest cross-reference section, as they stand in the file, and its trailer. */
function newestSection(file: Uint8Array): { entries: [number, number, number][]; trailer: string } {
  const text = Buffer.from(file).toString('latin1')
  const position = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)![1])
  const head = text.slice(position, text.indexOf('startxref', position))
  const entries: [number, number, number][] = []
  if (head.startsWith('xref')) {
    const lines = head.slice(5, head.indexOf('trailer')).split(/\r?\n/).filter(Boolean)
    for (let line = lines.shift(); line; line = lines.shift()) {
      const [first, count] = line.split(' ').map(Number)
      for (let index = 0; index < count!; index++) {
        const [offset, generation] = lines.shift()!.split(' ').map(Number)
        entries.push([first! + index, offset!, generation!])
      }
    }
  } else {
    const data = Buffer.from(file.subarray(text.indexOf('stream\n', position) + 7))
    const index = /\/Index \[([\d ]+)\]/.exec(head)![1]!.split(' ').map(Number)
    expect(head).toContain('/W [1 5 2]')
    const numbers = index.flatMap((first, part) =>
      part % 2 === 0 ? Array.from({ length: index[part + 1]! }, (_, more) => first + more) : [],
    )
    for (const [row, number] of numbers.entries()) {
      expect(data[row * 8]).toBe(1)
      entries.push([number, data.readUIntBE(row * 8 + 1, 5), data.readUInt16BE(row * 8 + 6)])
    }
  }
  return { entries, trailer: head }
}

describe('an incremental update', () => {
  test.each(formats)('of a file with a cross-reference %s is read by two readers', async (format) => {
    const file = buildPdf({ format, pages: [{ mediaBox: [0, 0, 200, 100] }, { mediaBox: [0, 0, 50, 50] }] })
    const longerFile = await extended(file)
    const pdf = await PDF.load(longerFile, { lenient: false })
    expect([pdf.getPageCount(), pdf.getPage(0)!.rotation, pdf.usesXRefStreams]).toEqual([
      2,
      90,
      format !== 'table',
    ])
    expect(pdf.canSaveIncrementally()).toBeNull()
    const pdfjsResult = await readWithPdfjs(new Uint8Array(longerFile), { maxPages: 9, textPages: 0 })
    expect(pdfjsResult.pages.map(({ rotation, width }) => [rotation, width])).toEqual([
      [90, 100],
      [0, 50],
    ])
    expect(xrefTablesPointRight(longerFile)).toBe(true)
  })

  test('of a file with a table is what @libpdf/core appends, but for the second identifier', async () => {
    const file = buildPdf({
      trailer: '/ID [<00112233445566778899aabbccddeeff> <ffeeddccbbaa99887766554433221100>]',
    })
    const wholeFile = await (await changed(file)).save({ incremental: true, compressStreams: false })
    const withoutSecondId = (bytes: Uint8Array) =>
      Buffer.from(bytes)
        .toString('latin1')
        .replace(/(\/ID \[<[0-9A-F]{32}> <)[0-9A-F]{32}/, '$1')
    expect(withoutSecondId(await extended(file))).toBe(withoutSecondId(wholeFile))
  })

  test.each(formats)('continues the one before (%s)', async (format) => {
    const once = new Uint8Array(await extended(buildPdf({ format })))
    const pdf = await PDF.load(once, { lenient: false })
    pdf.getPage(0)!.dict.set('Rotate', PdfNumber.of(180))
    const twice = Buffer.concat([once, incrementalUpdate(pdf, once)])
    const reloadedPdf = await PDF.load(twice, { lenient: false })
    expect(reloadedPdf.getPage(0)!.rotation).toBe(180)
    expect(reloadedPdf.context.registry.nextObjectNumber).toBeGreaterThanOrEqual(
      pdf.context.registry.nextObjectNumber,
    )
    expect(reloadedPdf.getPage(0)!.dict.has('PieceInfo')).toBe(true)
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

  test.each(['table', 'stream'] as const)(
    'has the offset of every object, in a cross-reference %s',
    async (format) => {
      const objects = { 20: '<< /Kept 21 0 R >>', 21: '[[1 2] (x)]', 30: '<< /Title (T) >>' }
      const file = buildPdf({ format, objects, catalog: '/Own 20 0 R', trailer: '/Info 30 0 R' })
      const pdf = await PDF.load(file, { lenient: false })
      const { registry } = pdf.context
      pdf.getPage(0)!.dict.set('Rotate', PdfNumber.of(90))
      const nested = registry.resolve(PdfRef.of(21)) as PdfArray
      ;(nested.at(0) as PdfArray).push(PdfNumber.of(3))
      registry.registerAt(PdfRef.of(25, 7), PdfName.of('Older'))
      registry.allocateRef()
      pdf.context.register(PdfName.of('Last'))
      registry.allocateRef()
      const longerFile = Buffer.concat([file, incrementalUpdate(pdf, file)])
      const { entries, trailer } = newestSection(longerFile)
      const size = registry.nextObjectNumber
      const tableNumbers = format === 'stream' ? [size] : []
      expect(entries.map(([number]) => number)).toEqual([21, 25, 1001, size - 2, ...tableNumbers])
      for (const [number, offset, generation] of entries) {
        expect(longerFile.toString('latin1', offset, offset + 20)).toMatch(`${number} ${generation} obj\n`)
        expect(generation).toBe(number === 25 ? 7 : 0)
      }
      expect(trailer).toContain(`/Size ${size + tableNumbers.length}\n`)
      expect(trailer).toContain('/Info 30 0 R')
      expect(trailer).toContain(
        `/Prev ${Number(/startxref\s+(\d+)/.exec(Buffer.from(file).toString('latin1'))![1])}\n`,
      )
      expect(longerFile.toString('latin1', file.length)).toContain('[[1 2 3] (x)]')
    },
  )

  test('has one entry for a number, whatever its generations', async () => {
    const file = buildPdf({ objects: { 20: '<< /A 1 >>' }, catalog: '/Own [20 0 R 20 1 R]' })
    const pdf = await PDF.load(file, { lenient: false })
    for (const generation of [0, 1])
      (pdf.context.registry.resolve(PdfRef.of(20, generation)) as PdfDict | null)?.set(
        'B',
        PdfNumber.of(generation),
      )
    const { entries } = newestSection(Buffer.concat([file, incrementalUpdate(pdf, file)]))
    expect(entries.map(([number]) => number)).toEqual([20])
  })

  test.each([
    ['[<aa> <bb>]', '<AA>'],
    ['[<aa> <bb> <cc>]', '<AA>'],
    ['[20 0 R <bb>]', '<DD>'],
    ['[<aa>]', '<AA>'],
    ['[<aa> 5]', '<AA>'],
    ['[5 <bb>]', '<[0-9A-F]{32}>'],
    ['5', '<[0-9A-F]{32}>'],
  ])('keeps the first of /ID %s, and makes the second again (14.4)', async (id, first) => {
    const file = buildPdf({ trailer: `/ID ${id}`, objects: { 20: '<dd>' } })
    const { trailer } = newestSection(await extended(file))
    expect(trailer).toMatch(new RegExp(`/ID \\[${first} <[0-9A-F]{32}>\\]`, 'i'))
  })

  test.each(['startxref', 'startxref\n', `startxref${' '.repeat(70)}`, 'startxref\r\n'])(
    'continues after %j',
    async (word) => {
      const file = Buffer.from(
        Buffer.from(buildPdf())
          .toString('latin1')
          .replace(/startxref\n/, word),
        'latin1',
      )
      const longerFile = await extended(file)
      expect(newestSection(longerFile).trailer).toContain(
        `/Prev ${/startxref\s*(\d+)/.exec(file.toString('latin1'))![1]}\n`,
      )
      expect((await PDF.load(longerFile, { lenient: false })).getPage(0)!.rotation).toBe(90)
    },
  )

  test('is empty when nothing was changed', async () => {
    const file = buildPdf()
    expect(incrementalUpdate(await PDF.load(file), file)).toHaveLength(0)
  })

  test('fails for a file without startxref', async () => {
    const pdf = await changed(buildPdf())
    const file = Buffer.from('%PDF-1.7\n')
    expect(() => incrementalUpdate(pdf, file)).toThrow(/cross-reference/)
  })
})

describe('names and numbers of a changed object keep their bytes', () => {
  const page = `<< /Type /Page /Parent 2 0 R /Contents 1002 0 R /MediaBox [0 0 595.303937007874015748 841.889763779527559]
    /Resources << /Font << /F#e9 3 0 R /F#E8 3 0 R /F\xe9 3 0 R /\xc3\xa9 3 0 R >> /Properties << /A#20B#20C /D#c3#a9 >> >>
    % a comment with /Other 1.5
    /UserUnit +1.50 /Tabs /S /LastModified (a \\) b) /Group << /S /Transparency /I true /CS /Device#52GB >> >>`
  const keptTexts = [
    '595.303937007874015748',
    '841.889763779527559',
    '/F#e9 3 0 R',
    '/F#E8 3 0 R',
    '/F\xe9 3 0 R',
    '/\xc3\xa9 3 0 R',
    '/A#20B#20C',
    '/D#c3#a9',
    '+1.50',
    '/Device#52GB',
  ]

  test.each(formats)('in a file with a cross-reference %s', async (format) => {
    const file = buildPdf({ format, objects: { 1001: page } })
    const pdf = await PDF.load(file, { lenient: false })
    pdf.getPage(0)!.dict.set('Rotate', PdfNumber.of(90))
    pdf.getPage(0)!.dict.delete('Tabs')
    const added = Buffer.from(incrementalUpdate(pdf, file)).toString('latin1')
    for (const bytes of keptTexts) expect(added).toContain(bytes)
    expect(added).toContain('/Rotate 90')
    expect(added).not.toContain('/Tabs')
    const reloadedPdf = await PDF.load(Buffer.concat([file, Buffer.from(added, 'latin1')]), {
      lenient: false,
    })
    expect(reloadedPdf.getPage(0)!.rotation).toBe(90)
  })

  test('a value that is another one is written again', async () => {
    const file = buildPdf({ objects: { 1001: page } })
    const pdf = await PDF.load(file, { lenient: false })
    pdf.getPage(0)!.dict.set('UserUnit', PdfNumber.of(2))
    pdf.getPage(0)!.dict.set('Group', PdfName.of('Größe'))
    const added = Buffer.from(incrementalUpdate(pdf, file)).toString('latin1')
    expect(added).toContain('/UserUnit 2\n')
    expect(added).toContain('/Group /Gr#C3#B6#C3#9Fe\n')
  })
})
