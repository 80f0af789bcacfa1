import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildPdf,
  type FixtureOptions,
  getBytes,
  getText,
  pdfObjects,
  signedPdf,
  stream,
  writeRevision,
} from '../fixtures/build.ts'
import { checkPdf } from './check.ts'

const limits = { maxPages: 500 }
const pages = [
  { mediaBox: [0, 0, 300, 200], text: 'first' },
  { mediaBox: [0, 0, 300, 200], rotate: 90 },
]

/** Either refused with a sentence, or taken with its pages. */
function expectAnswer(checked: Awaited<ReturnType<typeof checkPdf>>): void {
  if (checked.ok) expect(checked.pages.length).toBeGreaterThan(0)
  else expect(checked.message).toMatch(/^[A-Z].*\.$/)
}

describe('a file that is cut anywhere', () => {
  test.each(['table', 'stream', 'object-streams'] as const)('%s: is accepted or refused', async (format) => {
    const undamagedFile = buildPdf({ pages, format })
    const cuts = Array.from({ length: 40 }, (_, part) => Math.floor((undamagedFile.length * part) / 40))
    for (const cut of cuts) {
      const check = await checkPdf(undamagedFile.slice(0, cut), limits)
      expectAnswer(check)
      // What is taken was repaired: the end is missing.
      if (check.ok) expect(check.repaired).not.toBeNull()
    }
  })

  test('a signed one is never repaired', async () => {
    const undamagedFile = signedPdf()
    const trace = getText(undamagedFile).indexOf('/ByteRange') + '/ByteRange'.length
    for (let cut = undamagedFile.length - 8; cut > trace; cut -= 17) {
      const check = await checkPdf(undamagedFile.slice(0, cut), limits)
      expect(check).toMatchObject({ ok: false, reason: 'corrupt' })
    }
  })
})

// A damaged table may take the repair beyond the memory of this thread: in the service a limited thread ends it.
test('a file with any bytes of its objects changed is accepted or refused, and never modified', async () => {
  const undamagedFile = buildPdf({ pages, format: 'table', objects: { 20: stream('x'.repeat(50)) } })
  const change = fc.tuple(
    fc.nat(getText(undamagedFile).indexOf('\nxref') - 1),
    fc.integer({ min: 0, max: 255 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const bytes = undamagedFile.slice()
      for (const [offset, value] of changes) bytes[offset] = value
      const fileBefore = bytes.slice()
      expectAnswer(await checkPdf(bytes, limits))
      expect(bytes).toEqual(fileBefore)
    }),
    { numRuns: 60, seed: 1 },
  )
})

describe('cyclic trees', () => {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>'
  test.each<[string, Record<number, string>]>([
    ['a page tree that is its own kid', { 2: '<< /Type /Pages /Kids [2 0 R] /Count 1 >>' }],
    [
      'two nodes that are each other’s kids',
      {
        2: '<< /Type /Pages /Kids [20 0 R] /Count 1 >>',
        20: '<< /Type /Pages /Kids [2 0 R] /Count 1 /Parent 2 0 R >>',
      },
    ],
    ['a page that is its own parent', { 1001: '<< /Type /Page /Parent 1001 0 R >>' }],
    ['a catalog that is the page tree', { 1: '<< /Type /Catalog /Pages 1 0 R /Kids [1001 0 R] /Count 1 >>' }],
    [
      'a field that is its own kid',
      {
        1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [20 0 R] >> >>',
        20: '<< /T (a) /FT /Tx /Kids [20 0 R] >>',
      },
    ],
    [
      'a form that is its own field',
      {
        1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 20 0 R >>',
        20: '<< /T (a) /Fields [20 0 R] /Kids [20 0 R] >>',
      },
    ],
    [
      'contents that are a stream of themselves',
      { 1001: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 1001 0 R >>' },
    ],
    ['a length that is its own stream', { 1002: '<< /Length 1002 0 R >>\nstream\nx\nendstream' }],
    ['a reference to itself', { 20: '20 0 R', 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 20 0 R >>' }],
    ['a page twice', { 2: '<< /Type /Pages /Kids [1001 0 R 1001 0 R] /Count 2 >>' }],
    [
      'an action that leads to itself',
      { 1: '<< /Type /Catalog /Pages 2 0 R /OpenAction 20 0 R >>', 20: '<< /S /GoTo /Next 20 0 R >>' },
    ],
    [
      'a name tree that is its own kid',
      { 1: '<< /Type /Catalog /Pages 2 0 R /Names << /Dests 20 0 R >> >>', 20: '<< /Kids [20 0 R] >>' },
    ],
    [
      'an outline that leads back',
      {
        1: '<< /Type /Catalog /Pages 2 0 R /Outlines 20 0 R >>',
        20: '<< /First 21 0 R /Last 21 0 R >>',
        21: '<< /Title (x) /Next 21 0 R /Parent 20 0 R >>',
      },
    ],
    ['annotations that are the page', { 1001: page.replace('>>', '/Annots [1001 0 R] >>') }],
  ])('%s', async (_, objects) => {
    expectAnswer(await checkPdf(buildPdf({ objects }), limits))
  })
})

describe('impossible numbers', () => {
  test.each<[string, (text: string) => string]>([
    ['a count of pages', (text) => text.replace(/\/Count \d+/, '/Count 2147483647')],
    ['a negative count', (text) => text.replace(/\/Count \d+/, '/Count -1')],
    ['a size', (text) => text.replace(/\/Size \d+/, '/Size 2147483648')],
    ['a negative size', (text) => text.replace(/\/Size \d+/, '/Size -5')],
    ['an offset', (text) => text.replace(/startxref\n\d+/, 'startxref\n99999999999999999999')],
    ['a count of entries', (text) => text.replace('xref\n0 1\n', 'xref\n0 4294967295\n')],
    ['a first entry', (text) => text.replace('xref\n0 1\n', 'xref\n4294967295 1\n')],
    ['a length', (text) => text.replace(/\/Length \d+/, '/Length 9999999999')],
    ['a negative length', (text) => text.replace(/\/Length \d+/, '/Length -1')],
    ['a box', (text) => text.replace('[0 0 300 200]', `[0 0 ${'9'.repeat(300)} 200]`)],
    ['a turn', (text) => text.replace('/Rotate 90', `/Rotate ${'9'.repeat(40)}`)],
    ['a generation', (text) => text.replaceAll('00000 n', '99999 n')],
    ['a previous section', (text) => text.replace(/\/Root/, '/Prev 99999999999 /Root')],
  ])('%s', async (_, change) => {
    const text = change(getText(buildPdf({ pages })))
    expect(text).not.toBe(getText(buildPdf({ pages })))
    expectAnswer(await checkPdf(getBytes(text), limits))
  })
})

describe('entries of wrong types', () => {
  const whatever: FixtureOptions[] = [
    { catalog: '/AcroForm << /Fields [[[[]]]] >>' },
    {
      catalog: '/AcroForm << /Fields [20 0 R] /DR [] /DA 5 >>',
      objects: { 20: '<< /FT 5 /T /Name /V << >> /Kids 7 >>' },
    },
    { catalog: '/Names [] /OpenAction (x) /AA 5 /Outlines [] /AF /A' },
    { catalog: '/Metadata 20 0 R', objects: { 20: stream('<x') } },
    { catalog: '/Perms [] /Extensions 5 /DSS (x) /Version /X' },
    { catalog: '/Type /Other /Pages 2 0 R' },
    { inherited: '/Resources 5 /MediaBox /A /Rotate [] /CropBox (x)' },
    { trailer: '/Info 1 0 R /ID 5 /Prev 0' },
    { trailer: '/Info (x) /ID [[] []]' },
    { objects: { 1002: '5' } },
    { objects: { 1002: stream('Q Q Q ET BT q q q ((((') } },
    { objects: { 3: '<< /Type /Font /Subtype /Type3 /FontMatrix [] /CharProcs 3 0 R >>' } },
  ]
  test.each(whatever)('%o', async (options) => {
    expectAnswer(await checkPdf(buildPdf(options), limits))
  })

  test('objects without a value, twice, or named as others', async () => {
    const objects = pdfObjects()
    objects.set(20, '')
    objects.set(21, 'endobj')
    objects.set(22, '5 0 obj << >> endobj')
    expectAnswer(await checkPdf(writeRevision(null, objects), limits))
  })
})
