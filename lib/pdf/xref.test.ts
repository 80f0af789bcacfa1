import { describe, expect, test } from 'vitest'
import { buildPdf, firstPage, signedPdf, startXref, stream, writeRevision } from './fixtures.ts'
import { xrefTablesPointRight } from './xref.ts'

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const edited = (bytes: Uint8Array, edit: (file: string) => string) => {
  const file = latin1(bytes)
  const changed = edit(file)
  if (changed === file) throw new Error('The edit changed nothing.')
  return xrefTablesPointRight(Buffer.from(changed, 'latin1'))
}

describe('tables that point right', () => {
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
    const file = latin1(buildPdf())
    const at = file.indexOf('\n3 0 obj')
    expect(
      edited(buildPdf(), (text) => text.replace(/3 1\n\d{10}/, `3 1\n${String(at).padStart(10, '0')}`)),
    ).toBe(true)
  })
})

describe('tables that do not', () => {
  test('another object stands there', () => {
    const at = latin1(buildPdf()).indexOf('2 0 obj')
    expect(
      edited(buildPdf(), (text) => text.replace(/3 1\n\d{10}/, `3 1\n${String(at).padStart(10, '0')}`)),
    ).toBe(false)
  })

  test('no object stands there', () => {
    expect(edited(buildPdf(), (text) => text.replace(/3 1\n\d{10}/, '3 1\n0000000003'))).toBe(false)
  })

  test('the offset is beyond the end', () => {
    expect(edited(buildPdf(), (text) => text.replace(/3 1\n\d{10}/, '3 1\n9999999999'))).toBe(false)
  })

  test('numbers shifted by one', () => {
    expect(edited(buildPdf(), (text) => text.replace('\n3 1\n', '\n4 1\n'))).toBe(false)
  })

  test('in an older revision of the chain', () => {
    const bytes = writeRevision(buildPdf(), new Map([[50, 'null']]))
    expect(edited(bytes, (text) => text.replace(/3 1\n\d{10}/, '3 1\n0000000003'))).toBe(false)
  })
})

describe('chains that cannot be followed are the parser’s to refuse', () => {
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
    const start = performance.now()
    expect(edited(buildPdf(), (file) => file.replace('xref\n0 1\n', 'xref\n0 9999999999\n'))).toBe(true)
    expect(performance.now() - start).toBeLessThan(100)
  })
})
