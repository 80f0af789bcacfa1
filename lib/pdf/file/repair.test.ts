import { PDF } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { canGrow, inspect } from '../check/inspect.ts'
import { buildPdf, getBytes, getText, pdfObjects, stream, writeRevision } from '../fixtures/build.ts'
import { arePagesEqual, readWithPdfjs } from './reading.ts'
import { repairPdf } from './repair.ts'
import { objectsAreStrict } from './strict-objects.ts'
import { sectionsAreInPlace, xrefChain, xrefTablesPointRight } from './xref.ts'

const pages = [
  { mediaBox: [0, 0, 300, 200], text: 'First page' },
  { mediaBox: [-50, -20, 250, 180], rotate: 90, userUnit: 2, cropBox: [0, 0, 200, 100], text: 'Second page' },
]
/** The number of the first page's content stream in `buildPdf`. */
const firstContent = 1002
const undamagedFile = buildPdf({ pages, trailer: '/Info 20 0 R', objects: { 20: '<< /Title (Kept) >>' } })

describe('a damaged file is written again', () => {
  test.each<[string, Uint8Array]>([
    [
      'its table points at nothing',
      getBytes(getText(undamagedFile).replace(/startxref\n\d+/, 'startxref\n1')),
    ],
    [
      'its table is gone',
      getBytes(getText(undamagedFile).replace(/xref\n0 1.*/s, 'trailer\n<< /Root 1 0 R >>\n')),
    ],
    [
      'every offset is wrong',
      getBytes(getText(undamagedFile).replace(/\d{10} 00000 n/g, '0000000009 00000 n')),
    ],
    ['bytes stand before the header', getBytes(`garbage\n${getText(undamagedFile)}`)],
    ['bytes stand behind the end', getBytes(`${getText(undamagedFile)}${'\0'.repeat(3000)}`)],
    ['line ends were changed', getBytes(getText(undamagedFile).replaceAll('\n', '\r\n'))],
    ['a length is wrong', getBytes(getText(undamagedFile).replace(/\/Length \d+/, '/Length 3'))],
    ['an object ends without endobj', getBytes(getText(undamagedFile).replace('endobj', '      '))],
    ['the end was cut off', undamagedFile.slice(0, undamagedFile.length - 20)],
  ])('%s: the same pages and text, in one revision without guesses', async (_, damagedFile) => {
    const repairedFile = await repairPdf(damagedFile, 100)
    expect(repairedFile).not.toBeNull()
    const { bytes, inspection, reading } = repairedFile!
    expect(reading.texts).toEqual(['First page', 'Second page'])
    expect(
      arePagesEqual(reading.pages, (await readWithPdfjs(undamagedFile, { maxPages: 9, textPages: 0 })).pages),
    ).toBe(true)
    expect(inspection.pages).toHaveLength(2)
    expect(xrefChain(bytes)).toHaveLength(1)
    expect([xrefTablesPointRight, sectionsAreInPlace, objectsAreStrict].map((check) => check(bytes))).toEqual(
      [true, true, true],
    )
    const pdf = await PDF.load(bytes, { lenient: false })
    expect(canGrow(pdf)).toBe(true)
    expect(arePagesEqual(inspect(pdf).pages, reading.pages)).toBe(true)
  })

  test('the newest of several revisions is restored', async () => {
    const changedObjects = pdfObjects({ pages: [{ ...pages[0]!, text: 'Changed' }] })
    const secondFile = writeRevision(
      undamagedFile,
      new Map([[firstContent, changedObjects.get(firstContent)!]]),
    )
    const damagedFile = getBytes(
      getText(secondFile).replace(/startxref\n\d+\n%%EOF\n$/, 'startxref\n1\n%%EOF\n'),
    )
    expect((await repairPdf(damagedFile, 100))?.reading.texts[0]).toBe('Changed')
  })

  test('form fields are kept', async () => {
    const form = buildPdf({
      pages: [pages[0]!],
      catalog: '/AcroForm << /Fields [21 0 R] >>',
      objects: { 21: '<< /FT /Tx /T (name) /V (Ada) /Type /Annot /Subtype /Widget /Rect [9 9 99 29] >>' },
    })
    const damagedFile = getBytes(getText(form).replace(/startxref\n\d+/, 'startxref\n1'))
    expect((await repairPdf(damagedFile, 100))?.inspection.fieldCount).toBe(1)
  })
})

describe('a file that cannot be repaired', () => {
  test.each<[string, Uint8Array]>([
    ['no PDF', getBytes('GIF89a')],
    ['nothing', new Uint8Array()],
    ['a header alone', getBytes('%PDF-1.7\n')],
  ])('%s: throws the error of pdf.js', async (_, bytes) => {
    await expect(repairPdf(bytes, 100)).rejects.toThrow()
  })

  test('a file without pages: null', async () => {
    const bytes = writeRevision(
      null,
      new Map([
        [1, '<< /Type /Catalog /Pages 2 0 R >>'],
        [2, '<< /Type /Pages /Kids [] /Count 0 >>'],
      ]),
    )
    expect(await repairPdf(bytes, 100).catch(() => null)).toBeNull()
  })
})

test('repairPdf does not change the input bytes', async () => {
  const damagedFile = getBytes(getText(undamagedFile).replace(/startxref\n\d+/, 'startxref\n1'))
  const fileBefore = damagedFile.slice()
  await repairPdf(damagedFile, 100)
  expect(damagedFile).toEqual(fileBefore)
})

test('pages keep the entries that they inherited from the page tree', async () => {
  const objects = new Map([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [
      2,
      '<< /Type /Pages /Kids 30 0 R /Count 2 /MediaBox [0 0 400 300] /Resources << /Font << /F1 3 0 R >> >> >>',
    ],
    [3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    [30, '[20 0 R]'],
    [20, '<< /Type /Pages /Parent 2 0 R /Kids [21 0 R 22 0 R] /Count 2 /Rotate 90 >>'],
    [21, '<< /Type /Page /Parent 20 0 R /Contents 23 0 R >>'],
    [22, '<< /Type /Page /Parent 20 0 R /Contents 23 0 R /Rotate 0 /CropBox [10 10 110 60] >>'],
    [23, stream('BT /F1 12 Tf 20 20 Td (Inherited) Tj ET')],
  ])
  const repairedFile = await repairPdf(writeRevision(null, objects), 100)
  expect(repairedFile?.reading.texts).toEqual(['Inherited', 'Inherited'])
  expect(repairedFile?.inspection.pages).toMatchObject([
    { width: 300, height: 400, rotation: 90 },
    { width: 100, height: 50, rotation: 0 },
  ])
})

test.each<[string, string, number]>([
  ['a page that the tree names twice becomes two pages', '/Kids [21 0 R 22 0 R 21 0 R] /Count 3', 3],
  ['a page tree whose nodes have no /Type gets them', '/Kids [22 0 R] /Count 1', 1],
])('%s', async (_, kids, count) => {
  const page = `/Parent 2 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F1 3 0 R >> >>`
  const objects = new Map([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, `<< ${count > 1 ? '/Type /Pages' : ''} ${kids} >>`],
    [3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    [21, `<< /Type /Page ${page} /Contents 23 0 R >>`],
    [22, `<< ${page} /Contents 24 0 R >>`],
    [23, stream('BT /F1 12 Tf 20 20 Td (Twice) Tj ET')],
    [24, stream('BT /F1 12 Tf 20 20 Td (Once) Tj ET')],
  ])
  const repairedFile = await repairPdf(writeRevision(null, objects), 100)
  expect(repairedFile?.reading.texts).toEqual(count > 1 ? ['Twice', 'Once', 'Twice'] : ['Once'])
  expect(repairedFile?.inspection.pages).toHaveLength(count)
})
