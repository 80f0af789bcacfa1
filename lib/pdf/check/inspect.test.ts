import { PdfDict, PdfRef } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadPdf } from '../file/load.ts'
import { arePagesEqual, readWithPdfjs } from '../file/reading.ts'
import {
  buildPdf,
  type FixtureOptions,
  firstPage,
  getBytes,
  pdfObjects,
  signedPdf,
  writeRevision,
} from '../fixtures/build.ts'
import {
  asDict,
  canGrow,
  findInheritedEntry,
  hasHeader,
  inspect,
  resolver,
  scanRaw,
  withoutRepeatedXRefStm,
} from './inspect.ts'

const inspected = async (options: FixtureOptions) => inspect(await loadPdf(buildPdf(options)))

describe('the header (7.5.2)', () => {
  test.each<[string, boolean]>([
    ['%PDF-1.7', true],
    ['%PDF-2.0', true],
    [`${' '.repeat(1019)}%PDF-`, true],
    [`${' '.repeat(1020)}%PDF-`, false],
    ['%PDF', false],
    ['%pdf-1.7', false],
    ['', false],
  ])('%j: %s', (text, expected) => {
    expect(hasHeader(getBytes(text))).toBe(expected)
  })

  test.each([
    ['an HTTP response', 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'],
    ['a print job', '\x1b%-12345X@PJL JOB\n@PJL ENTER LANGUAGE=PDF\n'],
    ['MacBinary', `\0\x09lease.pdf${'\0'.repeat(54)}PDF CARO${'\0'.repeat(55)}`],
    ['a byte order mark', '\xef\xbb\xbf'],
    ['text about archives', 'PK, ustar, 0'],
  ])('is found behind %s', (_, junk) => {
    expect(hasHeader(getBytes(`${junk}%PDF-1.7`))).toBe(true)
  })

  const signedData = '\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x80\x30\x80'
  const timeStamped = '\x06\x0b\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01\x1f\xa0\x80\x30\x80'
  test.each([
    ['a ZIP', 'PK\x03\x04\x14\0\x08\x08a.pdf'],
    ['an empty ZIP', `PK\x05\x06${'\0'.repeat(18)}`],
    ['a split ZIP', 'PK\x07\x08PK\x03\x04'],
    ['a RAR', 'Rar!\x1a\x07\x01\0'],
    ['a 7z', '7z\xbc\xaf\x27\x1c\0\x04'],
    ['a tar', `${'a.pdf'.padEnd(257, '\0')}ustar\x0000`.padEnd(512, '\0')],
    ['signed data in DER', `\x30\x83\x01\xa2\xb9${signedData}`],
    ['short signed data in DER', `\x30\x7f${signedData}`],
    ['long signed data in DER', `\x30\x84\x01\x01\xa2\xb9${signedData}`],
    ['signed data of indefinite length', `\x30\x80${signedData}`],
    ['time-stamped data', `\x30\x80${timeStamped}`],
  ])('is not that of %s with a PDF', (_, beginning) => {
    expect(hasHeader(getBytes(`${beginning}%PDF-1.7`))).toBe(false)
  })

  test('of a view into larger memory', () => {
    const memory = getBytes('%PDF-1.7 other')
    expect(hasHeader(memory.subarray(9))).toBe(false)
    expect(hasHeader(memory.subarray(0, 8))).toBe(true)
  })
})

describe('facts found in the bytes', () => {
  test.each<[string, string, Partial<ReturnType<typeof scanRaw>>]>([
    [
      'nothing',
      '',
      { signatureTraces: false, unfilledByteRange: false, encrypt: false, repeatedXRefStm: false },
    ],
    ['a byte range', '/ByteRange [0 1 2 3]', { signatureTraces: true, unfilledByteRange: false }],
    ['a byte range at the end', '/ByteRange', { signatureTraces: true }],
    ['an unfilled one', '/ByteRange [0 /********** /********** /**********]', { unfilledByteRange: true }],
    ['an unfilled one over lines', '/ByteRange\n[\n0\n/**********\n]', { unfilledByteRange: true }],
    ['a star behind it', '/ByteRange [0 1 2 3] /X (*)', { unfilledByteRange: false }],
    ['a certification', '/TransformMethod /DocMDP', { signatureTraces: true }],
    ['encryption by reference', 'trailer << /Encrypt 5 0 R >>', { encrypt: true }],
    ['encryption in place', 'trailer << /Encrypt<< /V 1 >> >>', { encrypt: true }],
    ['another key', '/EncryptMetadata true', { encrypt: false }],
    ['a word of content', '(/Encrypt)', { encrypt: false }],
    ['one hybrid stream', '/XRefStm 100', { repeatedXRefStm: false }],
    ['two hybrid streams', '/XRefStm 100 /XRefStm 200', { repeatedXRefStm: false }],
    ['one hybrid stream twice', '/XRefStm 100 /XRefStm\n100', { repeatedXRefStm: true }],
    ['offsets that begin alike', '/XRefStm 100 /XRefStm 1000', { repeatedXRefStm: false }],
  ])('%s', (_, text, facts) => {
    expect(scanRaw(getBytes(`%PDF-1.7\n${text}`))).toMatchObject({ header: true, ...facts })
  })

  test('only repeated /XRefStm are blanked, and no byte moves', () => {
    const fileBefore = getBytes('/XRefStm 100 /XRefStm 100 /XRefStm 1000 /XRefStm 100')
    const after = Buffer.from(withoutRepeatedXRefStm(fileBefore)).toString('latin1')
    expect(after).toBe(`/XRefStm 100 ${' '.repeat(12)} /XRefStm 1000 ${' '.repeat(12)}`)
    expect(Buffer.from(fileBefore).toString('latin1')).toContain('/XRefStm 100 /XRefStm 100')
  })

  test('a file of nothing but slashes is scanned in linear time', () => {
    expect(scanRaw(Buffer.alloc(3_000_000, '/'))).toMatchObject({ signatureTraces: false, encrypt: false })
    expect(scanRaw(Buffer.alloc(3_000_000, '/ByteRange[')).signatureTraces).toBe(true)
  })
})

describe('pages (7.7.3)', () => {
  const box = fc.tuple(
    ...([-300, -300, 301, 301] as const).map((min) => fc.integer({ min, max: min + 600 })),
  ) as fc.Arbitrary<[number, number, number, number]>
  const page = fc.record(
    {
      mediaBox: box.filter(([x0, y0, x1, y1]) => x0 !== x1 && y0 !== y1),
      cropBox: fc.option(box, { nil: undefined }),
      rotate: fc.constantFrom(0, 90, 180, 270, 360, -90, 450, undefined),
      userUnit: fc.constantFrom(1, 2, 0.5, undefined),
    },
    { requiredKeys: ['mediaBox'] },
  )

  test('every box, turn, unit and origin is read as pdf.js reads it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 4 }), async (pages) => {
        const bytes = buildPdf({ pages })
        const ourPages = inspect(await loadPdf(bytes)).pages
        const pdfjsReading = await readWithPdfjs(bytes, { maxPages: 10, textPages: 0 })
        expect(ourPages.map(({ number }) => number)).toEqual(pages.map((_, index) => index + 1))
        expect(arePagesEqual(ourPages, pdfjsReading.pages)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test.each<[string, FixtureOptions, object]>([
    [
      'inherited boxes',
      { pages: [{}], inherited: '/MediaBox [0 0 100 200] /Rotate 90' },
      { width: 200, height: 100 },
    ],
    [
      'a unit that cannot be inherited',
      { pages: [{ mediaBox: [0, 0, 9, 9] }], inherited: '/UserUnit 2' },
      { userUnit: 1, width: 9 },
    ],
    ['no box at all', { pages: [{}] }, { width: 612, height: 792 }],
    [
      'a box of references',
      {
        objects: {
          1001: '<< /Type /Page /Parent 2 0 R /MediaBox [20 0 R 20 0 R 21 0 R 21 0 R] >>',
          20: '5',
          21: '105',
        },
      },
      { box: [5, 5, 105, 105] },
    ],
    [
      'a box of names',
      { objects: { 1001: '<< /Type /Page /Parent 2 0 R /MediaBox [/A /B /C /D] >>' } },
      { width: 612 },
    ],
    [
      'a null box, and one to inherit',
      {
        inherited: '/MediaBox [0 0 50 60]',
        objects: { 1001: '<< /Type /Page /Parent 2 0 R /MediaBox null >>' },
      },
      { width: 50 },
    ],
    [
      'a turn that is no number',
      { objects: { 1001: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Rotate /Ninety >>' } },
      { rotation: 0 },
    ],
  ])('%s', async (_, options, geometry) => {
    expect((await inspected(options)).pages[0]).toMatchObject(geometry)
  })

  test('an entry is looked for in at most 200 ancestors, and in none twice', async () => {
    const pdf = await loadPdf(
      buildPdf({
        objects: {
          20: '<< /Parent 21 0 R >>',
          21: '<< /Parent 20 0 R /Rotate null >>',
          22: '<< /Parent 22 0 R /Rotate 90 >>',
        },
      }),
    )
    const getObject = (number: number) => asDict(pdf.context.resolve(PdfRef.of(number, 0)))
    expect(findInheritedEntry(getObject(20), 'Rotate', resolver(pdf))).toBeUndefined()
    expect(findInheritedEntry(getObject(22), 'Rotate', resolver(pdf))).toMatchObject({ value: 90 })
    expect(findInheritedEntry(null, 'Rotate', resolver(pdf))).toBeUndefined()
  })

  test('annotations are not read, because the opened file would keep them in memory', async () => {
    const objects = pdfObjects({ objects: { 20: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] >>' } })
    objects.set(firstPage, objects.get(firstPage)!.replace(/>>\s*$/, '/Annots [20 0 R] >>'))
    const pdf = await loadPdf(writeRevision(null, objects))
    expect(inspect(pdf).pages).toHaveLength(1)
    const read = [...pdf.context.registry.getLoadedObjects()].map(([ref]) => ref.objectNumber)
    expect(read).toContain(firstPage)
    expect(read).not.toContain(20)
  })
})

describe('fields (12.7.4)', () => {
  const signature = '<< /Type /Sig /ByteRange [0 1 2 3] /Contents <30> >>'

  test.each<[string, string, Record<number, string>, number, string[]]>([
    ['none', '', {}, 0, []],
    ['an open signature field', '20 0 R', { 20: '<< /FT /Sig /T (s) >>' }, 1, []],
    ['a signed one', '20 0 R', { 20: '<< /FT /Sig /T (s) /V 30 0 R >>', 30: signature }, 1, ['s']],
    [
      'a value that is no signature',
      '20 0 R',
      { 20: '<< /FT /Sig /T (s) /V 30 0 R >>', 30: '<< /Type /Sig >>' },
      1,
      [],
    ],
    [
      'a text field with such a value',
      '20 0 R',
      { 20: '<< /FT /Tx /T (s) /V 30 0 R >>', 30: signature },
      1,
      [],
    ],
    [
      'a name and a type from above',
      '20 0 R',
      { 20: '<< /FT /Sig /T (a) /Kids [21 0 R] >>', 21: '<< /T (b) /V 30 0 R >>', 30: signature },
      1,
      ['a.b'],
    ],
    [
      'widgets without a name are no fields',
      '20 0 R',
      {
        20: '<< /FT /Sig /T (a) /V 30 0 R /Kids [21 0 R 22 0 R] >>',
        21: '<< >>',
        22: '<< >>',
        30: signature,
      },
      1,
      ['a'],
    ],
    ['a field in the array itself', '<< /FT /Sig /T (d) /V 30 0 R >>', { 30: signature }, 1, ['d']],
    ['a field twice', '20 0 R 20 0 R', { 20: '<< /FT /Sig /T (s) /V 30 0 R >>', 30: signature }, 1, ['s']],
    ['a loop', '20 0 R', { 20: '<< /T (a) /Kids [21 0 R] >>', 21: '<< /T (b) /Kids [20 0 R] >>' }, 0, []],
    ['what is no dictionary', '20 0 R 700 0 R null', { 20: '(x)' }, 0, []],
    ['a name in UTF-16', '20 0 R', { 20: '<< /FT /Sig /T <feff017d> /V 30 0 R >>', 30: signature }, 1, ['Ž']],
  ])('%s', async (_, fields, objects, count, signedNames) => {
    const inspection = await inspected({ catalog: `/AcroForm << /Fields [${fields}] >>`, objects })
    expect(inspection.fieldCount).toBe(count)
    expect(inspection.signed.map(({ name }) => name)).toEqual(signedNames)
  })

  test('more levels than any file has end', async () => {
    const objects = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [2000 + index, `<< /T (a) /Kids [${2001 + index} 0 R] >>`]),
    )
    expect((await inspected({ catalog: '/AcroForm << /Fields [2000 0 R] >>', objects })).fieldCount).toBe(0)
  })
})

describe('what earlier signatures forbid (12.8.2)', () => {
  const reference = (method: string, params: string) =>
    `/Reference [<< /TransformMethod /${method} /TransformParams << ${params} >> >>]`

  test.each<[string, Parameters<typeof signedPdf>[0], string | null]>([
    ['nothing', {}, null],
    ['its own fields', { signature: reference('FieldMDP', '/Action /Include /Fields [(Approval)]') }, null],
    ['all fields', { signature: reference('FieldMDP', '/Action /All') }, 'locks every field of the document'],
    [
      'all fields but some',
      { signature: reference('FieldMDP', '/Action /Exclude /Fields [(a)]') },
      'locks every field of the document',
    ],
    ['all by certifying', { signature: reference('DocMDP', '/P 2') }, 'certifies the document'],
    [
      'all by its lock (PDF 2.0)',
      { field: '/Lock << /Type /SigFieldLock /Action /All /P 1 >>' },
      'closes the document to further fields',
    ],
    ['nothing by a lock without /P', { field: '/Lock << /Type /SigFieldLock /Action /All >>' }, null],
  ])('%s', async (_, options, forbids) => {
    const { signed } = inspect(await loadPdf(signedPdf(options)))
    expect(signed).toEqual([{ name: 'Approval', forbids }])
  })

  test.each<[string, string, 1 | 2 | 3 | null]>([
    ['P 1', reference('DocMDP', '/P 1'), 1],
    ['P 2', reference('DocMDP', '/P 2'), 2],
    ['P 3', reference('DocMDP', '/P 3'), 3],
    ['the default', reference('DocMDP', ''), 2],
    ['an unknown P', reference('DocMDP', '/P 9'), 2],
    ['P behind a reference', '/Reference 40 0 R', 1],
    ['no reference at all', '', 2],
    ['another transform', reference('FieldMDP', '/Action /All'), 2],
  ])('a certification with %s', async (_, entries, certification) => {
    const inspection = await inspected({
      catalog: '/Perms << /DocMDP 30 0 R >>',
      objects: {
        30: `<< /Type /Sig ${entries} >>`,
        40: '[41 0 R]',
        41: '<< /TransformMethod /DocMDP /TransformParams 42 0 R >>',
        42: '<< /P 43 0 R >>',
        43: '1',
      },
    })
    expect(inspection.certification).toBe(certification)
  })

  test.each([
    ['/Perms << /UR3 30 0 R >>', true],
    ['/Perms << /UR 30 0 R >>', true],
    ['/Perms << >>', false],
    ['/Perms 700 0 R', false],
    ['', false],
  ])('usage rights: %s', async (catalog, usageRights) => {
    expect((await inspected({ catalog, objects: { 30: '<< >>' } })).usageRights).toBe(usageRights)
  })
})

describe('entries that are null count as absent (7.3.7)', () => {
  test.each<[string, FixtureOptions, object]>([
    ['/XFA', { catalog: '/AcroForm << /Fields [] /XFA null >>' }, { xfa: false }],
    ['/XFA behind a missing reference', { catalog: '/AcroForm << /XFA 700 0 R >>' }, { xfa: false }],
    ['/Collection', { catalog: '/Collection null' }, { portfolio: false }],
    ['/Collection behind a missing reference', { catalog: '/Collection 700 0 R' }, { portfolio: false }],
    ['/Collection that is there', { catalog: '/Collection << /View /D >>' }, { portfolio: true }],
    ['/D of a hidden /Collection', { catalog: '/Collection << /View /H /D null >>' }, { portfolio: false }],
    [
      '/D that is there',
      { catalog: '/Collection 30 0 R', objects: { 30: '<< /View /H /D (payload.pdf) >>' } },
      { portfolio: true },
    ],
    ['/XFA that is there', { catalog: '/AcroForm << /XFA (x) >>' }, { xfa: true }],
    ['usage rights', { catalog: '/Perms << /UR3 null /UR 700 0 R >>' }, { usageRights: false }],
    ['/NeedsRendering', { catalog: '/NeedsRendering null' }, { needsRendering: false }],
    ['/NeedsRendering that is no boolean', { catalog: '/NeedsRendering (true)' }, { needsRendering: false }],
    ['/DocMDP', { catalog: '/Perms << /DocMDP null >>' }, { certification: null }],
    ['/AcroForm', { catalog: '/AcroForm null' }, { fieldCount: 0, xfa: false }],
    ['/Perms', { catalog: '/Perms null' }, { certification: null, usageRights: false }],
  ])('%s', async (_, options, expected) => {
    expect(await inspected(options)).toMatchObject(expected)
  })
})

describe('canGrow', () => {
  test('until object numbers reach the limit of readers (annex C)', async () => {
    const pdf = await loadPdf(buildPdf())
    expect(canGrow(pdf)).toBe(true)
    pdf.context.resolve(PdfRef.of(7_999_999, 0))
    expect(canGrow(pdf)).toBe(true)
    pdf.context.resolve(PdfRef.of(8_000_000, 0))
    expect(canGrow(pdf)).toBe(false)
  })
})

test('asDict accepts dictionaries and streams only', async () => {
  const pdf = await loadPdf(buildPdf())
  expect(asDict(new PdfDict())).toBeInstanceOf(PdfDict)
  expect(asDict(null)).toBeNull()
  expect(asDict(undefined)).toBeNull()
  expect(asDict(PdfRef.of(1, 0))).toBeNull()
  expect(asDict(pdf.context.resolve(PdfRef.of(1002, 0)))?.has('Length')).toBe(true)
})
