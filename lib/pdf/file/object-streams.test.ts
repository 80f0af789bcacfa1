import { describe, expect, test } from 'vitest'
import { checkPdf } from '../check/check.ts'
import { loadPdf } from './load.ts'
import { arePagesEqual, readWithPdfjs } from './reading.ts'

interface StreamOptions {
  /** The numbers before the objects: those of the objects, and where each begins. */
  pairs?: string
  /** The objects, one after the other. */
  body?: string
  first?: number | string
  count?: number | string
  entries?: string
  /** Field 3 of the cross-reference entries of the three objects. */
  indexes?: [number, number, number]
  /** Field 2: the number of the object stream. */
  containers?: [number, number, number]
}

const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
const tree = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const page =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>'
const bodies = [catalog, tree, page]
const offsets = [0, catalog.length + 1, catalog.length + tree.length + 2]
const allPairs = offsets.map((offset, index) => `${index + 1} ${offset}`).join(' ')

/** A file whose catalog, page tree and page (objects 1 to 3) are in object stream 5 (ISO 32000-2, 7.5.7). */
function fileWith({
  pairs = allPairs,
  body = bodies.join('\n'),
  first,
  count = 3,
  entries = '',
  indexes = [0, 1, 2],
  containers = [5, 5, 5],
}: StreamOptions = {}): Uint8Array {
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
  const positions = new Map<number, number>()
  const put = (number: number, dictionary: string, data: string) => {
    positions.set(number, text.length)
    text += `${number} 0 obj\n<< ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream\nendobj\n`
  }
  put(4, '', 'BT /F1 12 Tf 20 20 Td (The text) Tj ET')
  const head = `${pairs}\n`
  put(5, `/Type /ObjStm /N ${count} /First ${first ?? head.length} ${entries}`, head + body)
  const row = (type: number, second: number, third: number) =>
    Buffer.from([type, ...[24, 16, 8, 0].map((shift) => (second >> shift) & 255), third >> 8, third & 255])
  const start = text.length
  const rows = [
    row(0, 0, 65535),
    ...indexes.map((index, place) => row(2, containers[place]!, index)),
    ...[4, 5].map((number) => row(1, positions.get(number)!, 0)),
    row(1, start, 0),
  ]
  put(6, '/Type /XRef /W [1 4 2] /Size 7 /Root 1 0 R', Buffer.concat(rows).toString('latin1'))
  return new Uint8Array(Buffer.from(`${text}startxref\n${start}\n%%EOF\n`, 'latin1'))
}

const read = (bytes: Uint8Array) => readWithPdfjs(bytes, { maxPages: 5, textPages: 5 })

/** Accepted with what pdf.js shows, or refused with a message for people. */
async function expectAgreement(bytes: Uint8Array): Promise<boolean> {
  const check = await checkPdf(bytes, { maxPages: 5 })
  if (!check.ok) {
    expect(check.message).toMatch(/^[A-Z][^\n]*\.$/)
    return false
  }
  const reading = await read(check.repaired ?? bytes)
  expect(arePagesEqual(check.pages, reading.pages)).toBe(true)
  expect(reading.texts).toEqual((await read(bytes)).texts)
  return true
}

describe('an object stream as programs write it', () => {
  test.each<[string, StreamOptions]>([
    ['plainly', {}],
    [
      'with its objects in another order',
      {
        pairs: `3 0 1 ${page.length + 1} 2 ${page.length + catalog.length + 2}`,
        body: [page, catalog, tree].join('\n'),
        indexes: [1, 2, 0],
      },
    ],
    ['with line breaks between the numbers', { pairs: allPairs.replaceAll(' ', '\r\n') }],
    ['with comments between the numbers', { pairs: allPairs.replace(' 2 ', ' % 7 7\n2 ') }],
    ['with white space before the numbers', { pairs: `  \n ${allPairs}  \n\n` }],
    [
      'without white space between the objects',
      { pairs: `1 0 2 ${catalog.length} 3 ${catalog.length + tree.length}`, body: bodies.join('') },
    ],
    [
      'with comments between the objects',
      {
        pairs: `1 0 2 ${catalog.length + 9} 3 ${catalog.length + tree.length + 18}`,
        body: bodies.join('\n% hello\n').replaceAll('% hello', '%hello!'),
      },
    ],
    [
      'with objects that nobody names',
      {
        pairs: `${allPairs} 6 ${offsets[2]! + page.length + 1}`,
        body: `${bodies.join('\n')}\nnull`,
        count: 4,
      },
    ],
    ['with an extended stream', { entries: '/Extends 5 0 R' }],
    ['with an offset beyond the numbers', { first: `${allPairs}\n`.length }],
  ])('%s is read', async (_, options) => {
    const bytes = fileWith(options)
    expect(await expectAgreement(bytes)).toBe(true)
    const { texts } = await read(bytes)
    expect(texts).toEqual(['The text'])
    const pdf = await loadPdf(bytes)
    expect(pdf.getPageCount()).toBe(1)
  })
})

describe('a damaged object stream', () => {
  test.each<[string, StreamOptions]>([
    ['that counts too few', { count: 2 }],
    ['that counts too many', { count: 4 }],
    ['that counts none', { count: 0 }],
    ['that counts less than none', { count: -1 }],
    ['that counts millions', { count: 100_000_000 }],
    ['that counts more than a number holds', { count: '99999999999999999999' }],
    ['that counts with a fraction', { count: '2.5' }],
    ['that counts with a text', { count: '(3)' }],
    ['that counts with a reference to nothing', { count: '77 0 R' }],
    ['whose objects begin too early', { first: 0 }],
    ['whose objects begin before the stream', { first: -20 }],
    ['whose objects begin beyond its end', { first: 100_000 }],
    ['whose objects begin at no number', { first: '/First' }],
    ['whose numbers are letters', { pairs: 'a b c d e f' }],
    ['whose numbers are missing', { pairs: '' }],
    ['whose numbers are cut off', { pairs: '1 0 2' }],
    ['whose numbers are negative', { pairs: '1 -5 2 -1 3 -9' }],
    ['whose numbers are beyond its end', { pairs: '1 0 2 99999 3 99999999' }],
    ['whose numbers are fractions', { pairs: '1 0.5 2 1.5 3 2.5' }],
    ['whose numbers are those of other objects', { pairs: allPairs.replace('3 ', '8 ') }],
    ['whose numbers are all the same', { pairs: '1 0 1 0 1 0' }],
    ['whose offsets are within objects', { pairs: `1 0 2 ${offsets[1]! + 7} 3 ${offsets[2]! + 20}` }],
    ['whose offsets are exchanged', { pairs: `1 ${offsets[1]} 2 ${offsets[2]} 3 0` }],
    ['whose indexes are exchanged', { indexes: [2, 1, 0] }],
    ['whose indexes are beyond its count', { indexes: [0, 1, 60_000] }],
    ['whose indexes are all the same', { indexes: [0, 0, 0] }],
    ['whose body is missing', { body: '' }],
    ['whose body is cut off', { body: bodies.join('\n').slice(0, -30) }],
    ['whose body has a stream', { body: bodies.join('\n').replace(tree, `${tree} stream\nx\nendstream`) }],
    [
      'whose body has the heads of objects',
      { body: bodies.map((object, index) => `${index + 1} 0 obj ${object} endobj`).join('\n') },
    ],
    ['whose body has references in place of objects', { body: '1 0 R\n2 0 R\n3 0 R', pairs: '1 0 2 6 3 12' }],
    ['that is compressed with nothing known', { entries: '/Filter /Unknown' }],
    ['that says it is compressed', { entries: '/Filter /FlateDecode' }],
    ['that is compressed twice', { entries: '/Filter [/FlateDecode /FlateDecode]' }],
    ['that is encrypted', { entries: '/Filter /Crypt /DecodeParms << /Name /Identity >>' }],
    ['that is in another file', { entries: '/F (other.pdf)' }],
    ['that extends what is not there', { entries: '/Extends 77 0 R' }],
    ['that is not the one of the entries', { containers: [5, 5, 4] }],
    ['that is missing for an entry', { containers: [5, 5, 77] }],
    ['that is itself an object in a stream', { containers: [5, 5, 3] }],
    ['that is the cross-reference stream', { containers: [6, 6, 6] }],
  ])('%s is refused, or read as pdf.js reads it', async (_, options) => {
    await expectAgreement(fileWith(options))
  })

  test('keeps its readers apart from what is before its first object', async () => {
    // The numbers would be a page tree of their own.
    const bytes = fileWith({ pairs: `${allPairs} % << /Type /Pages /Kids [] /Count 0 >>` })
    await expectAgreement(bytes)
  })
})
