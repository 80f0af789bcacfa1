import { PdfRef } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { startProcessorClock } from '#lib/testing/values/processor-time'
import {
  buildPdf,
  firstPage,
  getText,
  signedPdf,
  startXref,
  stream,
  writeRevision,
} from '../fixtures/build.ts'
import { loadPdf } from './load.ts'
import { mergeEntries, withPlainXRef, xrefChain, xrefTablesPointRight } from './xref.ts'

const edited = (bytes: Uint8Array, edit: (file: string) => string) => {
  const file = getText(bytes)
  const changedText = edit(file)
  if (changedText === file) throw new Error('The edit changed nothing.')
  return xrefTablesPointRight(Buffer.from(changedText, 'latin1'))
}

describe('tables with correct offsets', () => {
  test.each([
    ['a single table', buildPdf()],
    ['a cross-reference stream, which is not looked into', buildPdf({ format: 'stream' })],
    ['an increment', writeRevision(buildPdf(), new Map([[firstPage + 1, stream('BT ET')]]))],
    ['a table above a stream', writeRevision(buildPdf({ format: 'stream' }), new Map([[50, 'null']]))],
    ['a hybrid', writeRevision(buildPdf(), new Map([[50, 'null']]), { xrefStm: new Map([[40, 'null']]) })],
    ['a signed file', signedPdf()],
  ])('%s', (_, bytes) => {
    expect(xrefTablesPointRight(bytes)).toBe(true)
  })

  test('an entry in use at offset 0, as some writers leave it', () => {
    expect(edited(buildPdf(), (file) => file.replace(/3 1\n\d{10}/, '3 1\n0000000000'))).toBe(true)
  })

  test('white space before the object', () => {
    const file = getText(buildPdf())
    const offset = file.indexOf('\n3 0 obj')
    expect(
      edited(buildPdf(), (text) => text.replace(/3 1\n\d{10}/, `3 1\n${String(offset).padStart(10, '0')}`)),
    ).toBe(true)
  })
})

describe('tables with wrong offsets', () => {
  test('another object is there', () => {
    const offset = getText(buildPdf()).indexOf('2 0 obj')
    expect(
      edited(buildPdf(), (text) => text.replace(/3 1\n\d{10}/, `3 1\n${String(offset).padStart(10, '0')}`)),
    ).toBe(false)
  })

  test('no object is there', () => {
    expect(edited(buildPdf(), (text) => text.replace(/3 1\n\d{10}/, '3 1\n0000000003'))).toBe(false)
  })

  test('the offset is beyond the end', () => {
    expect(edited(buildPdf(), (text) => text.replace(/3 1\n\d{10}/, '3 1\n9999999999'))).toBe(false)
  })

  test('numbers shifted by one', () => {
    expect(edited(buildPdf(), (text) => text.replace('\n3 1\n', '\n4 1\n'))).toBe(false)
  })

  test('in a table below a cross-reference stream', () => {
    const bytes = writeRevision(buildPdf(), new Map([[50, 'null']]), { format: 'stream' })
    expect(xrefTablesPointRight(bytes)).toBe(true)
    expect(edited(bytes, (text) => text.replace(/3 1\n\d{10}/, '3 1\n0000000003'))).toBe(false)
  })

  test('in an older revision of the chain', () => {
    const bytes = writeRevision(buildPdf(), new Map([[50, 'null']]))
    expect(edited(bytes, (text) => text.replace(/3 1\n\d{10}/, '3 1\n0000000003'))).toBe(false)
  })
})

describe('chains that cannot be followed are left to the parser', () => {
  test.each([
    ['nothing', new Uint8Array()],
    ['no startxref', Buffer.from('%PDF-1.7')],
    ['startxref without a number', Buffer.from('%PDF-1.7\nstartxref\n')],
    ['startxref beyond the end', Buffer.from('%PDF-1.7\nstartxref\n99999999999999999999\n%%EOF')],
  ])('%s', (_, bytes) => {
    expect(xrefTablesPointRight(bytes)).toBe(true)
  })

  test('a loop ends', () => {
    const bytes = buildPdf()
    expect(edited(bytes, (file) => file.replace('/Root', `/Prev ${startXref(bytes)} /Root`))).toBe(true)
  })

  test('a count of thousands of millions ends at the first bad entry', () => {
    const getMilliseconds = startProcessorClock()
    expect(edited(buildPdf(), (file) => file.replace('xref\n0 1\n', 'xref\n0 9999999999\n'))).toBe(true)
    expect(getMilliseconds()).toBeLessThan(100)
  })
})

describe('files that the library cannot follow are read anyway', () => {
  const pages = [{ mediaBox: [0, 0, 200, 100] }, { mediaBox: [0, 0, 50, 50] }]
  const laterObjects = new Map([[50, '<< /Later true >>']])
  /** The file with its last `startxref` some bytes earlier. */
  const displaced = (bytes: Uint8Array, distance = 1) => {
    const text = getText(bytes)
    const last = text.lastIndexOf('startxref')
    const movedText = text.slice(last).replace(/\d+/, (offset) => String(Number(offset) - distance))
    return new Uint8Array(Buffer.from(text.slice(0, last) + movedText, 'latin1'))
  }
  const wide = buildPdf({ pages, format: 'object-streams', widths: [1, 8, 2] })

  test.each<[string, Uint8Array]>([
    ['fields of 8 bytes', wide],
    ['fields of 8 bytes of a type and an index', buildPdf({ pages, format: 'stream', widths: [8, 8, 8] })],
    ['such a section below another', writeRevision(wide, laterObjects, { format: 'stream' })],
    [
      'such a section above a table',
      writeRevision(buildPdf({ pages }), laterObjects, { format: 'stream', widths: [1, 8, 2] }),
    ],
    ['white space before a table', displaced(buildPdf({ pages }))],
    ['white space before a stream', displaced(buildPdf({ pages, format: 'stream' }))],
    ['white space before an older table', writeRevision(displaced(buildPdf({ pages })), laterObjects)],
  ])('%s', async (_, bytes) => {
    const fileBefore = bytes.slice()
    const pdf = await loadPdf(bytes, { lenient: false })
    expect(pdf.getPages().map(({ width }) => width)).toEqual([200, 50])
    expect(pdf.recoveredViaBruteForce).toBe(false)
    expect(pdf.canSaveIncrementally()).toBeNull()
    expect(Buffer.compare(fileBefore, bytes)).toBe(0)
  })

  test('the appended section has every entry of the chain, and a /Size above all of them', () => {
    const freed = getText(writeRevision(wide, laterObjects, { format: 'stream', widths: [1, 8, 2] }))
    for (const bytes of [
      wide,
      new Uint8Array(Buffer.from(freed, 'latin1')),
      displaced(buildPdf({ pages })),
    ]) {
      const plainFile = Buffer.from(withPlainXRef(bytes))
      const [before, after] = [xrefChain(bytes), xrefChain(plainFile)]
      const entries = mergeEntries(plainFile, after!)
      const streamNumber = Number(
        /(\d+) 0 obj\n<< \/Type \/XRef \/Size \1 /.exec(getText(plainFile.subarray(bytes.length)))![1],
      )
      expect(streamNumber).toBeGreaterThan(Math.max(...entries.keys()))
      if (before) expect(entries).toEqual(mergeEntries(Buffer.from(bytes), before))
    }
  })

  test('freed objects stay free', async () => {
    const file = getText(buildPdf({ pages, objects: { 40: '<< /Gone true >>' } }))
    const freed = file.replace(/(40 1\n)\d{10} 00000 n/, '$10000000000 00001 f')
    expect(freed).not.toBe(file)
    const plainFile = withPlainXRef(displaced(Buffer.from(freed, 'latin1')))
    expect(mergeEntries(Buffer.from(plainFile), xrefChain(plainFile)!).get(40)).toMatchObject({
      type: 'free',
      generation: 1,
    })
    const pdf = await loadPdf(plainFile, { lenient: false })
    expect(pdf.context.resolve(PdfRef.of(40))).toBeNull()
  })

  test('other files are not copied', () => {
    for (const bytes of [
      buildPdf(),
      buildPdf({ format: 'object-streams' }),
      signedPdf(),
      new Uint8Array(9),
    ]) {
      expect(withPlainXRef(bytes)).toBe(bytes)
    }
  })

  test.each([
    ['a chain that leads nowhere', getText(wide).replace('/Type /XRef', '/Prev 999999 /Type /XRef')],
    ['entries that are missing', getText(wide).replace(/\/Index \[\d+ 1/, '/Index [3 9999999')],
  ])('%s is left to the library', (_, text) => {
    const bytes = new Uint8Array(Buffer.from(text, 'latin1'))
    expect(withPlainXRef(bytes)).toBe(bytes)
  })
})
