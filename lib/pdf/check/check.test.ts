import { deflateSync } from 'node:zlib'
import { PDF } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { readWithPdfjs } from '../file/reading.ts'
import { objectsAreStrict } from '../file/strict-objects.ts'
import {
  buildPdf,
  type FixturePage,
  firstPage,
  getBytes,
  getText,
  type Objects,
  pdfObjects,
  type RevisionOptions,
  signedPdf,
  startXref,
  stream,
  writeRevision,
} from '../fixtures/build.ts'
import { type AcceptedFile, checkPdf, type RefusedFile } from './check.ts'

const limits = { maxPages: 2000 }
const text = (value: string) => new TextEncoder().encode(value)

async function accepted(bytes: Uint8Array): Promise<AcceptedFile> {
  const check = await checkPdf(bytes, limits)
  if (!check.ok) throw new Error(`${check.reason}: ${check.message}`)
  return check
}

async function refused(bytes: Uint8Array): Promise<RefusedFile> {
  const check = await checkPdf(bytes, limits)
  if (check.ok) throw new Error('accepted')
  expect(check.message).toMatch(/^[A-Z].*\.$/)
  return check
}

async function acceptedUnchanged(bytes: Uint8Array): Promise<AcceptedFile> {
  const checked = await accepted(bytes)
  expect(checked.repaired).toBeNull()
  return checked
}

/** Accepted after a rewriting that appends well and reads as the original did. */
async function repaired(bytes: Uint8Array): Promise<AcceptedFile & { repaired: Uint8Array }> {
  const checked = await accepted(bytes)
  if (!checked.repaired) throw new Error('accepted as it came')
  const pdf = await PDF.load(checked.repaired, { lenient: false })
  expect(pdf.canSaveIncrementally()).toBeNull()
  expect(pdf.getPageCount()).toBe(checked.pages.length)
  return { ...checked, repaired: checked.repaired }
}

async function getTexts(bytes: Uint8Array): Promise<(string | null)[]> {
  return (await readWithPdfjs(bytes, { maxPages: 50, textPages: 50 })).texts
}

describe('accepted unchanged', () => {
  test.each(['table', 'stream', 'object-streams'] as const)('cross-references as %s', async (format) => {
    const checked = await acceptedUnchanged(buildPdf({ format }))
    expect(checked).toMatchObject({ ok: true, signed: false })
    expect(checked.pages).toEqual([
      { number: 1, width: 612, height: 792, rotation: 0, box: [0, 0, 612, 792], userUnit: 1 },
    ])
  })

  test.each([
    ['table', 'table'],
    ['table', 'stream'],
    ['stream', 'object-streams'],
  ] as const)('an increment: %s, then %s', async (first, second) => {
    const bytes = buildPdf({ format: first })
    const objects: Objects = new Map([[firstPage + 1, stream('BT /F1 12 Tf (Changed) Tj ET')]])
    const changedFile = writeRevision(bytes, objects, { format: second })
    await acceptedUnchanged(changedFile)
    expect(await getTexts(changedFile)).toEqual(['Changed'])
  })

  test('pages of every size, turn and origin, in order', async () => {
    const { pages } = await acceptedUnchanged(
      buildPdf({
        pages: [
          { mediaBox: [0, 0, 200, 100] },
          { mediaBox: [-50, -60, 150, 240], rotate: 90 },
          { mediaBox: [0, 0, 500, 500], cropBox: [100, 50, 300, 450], rotate: -90 },
          { mediaBox: [0, 0, 100, 100], userUnit: 2.5, rotate: 540 },
        ],
      }),
    )
    expect(pages).toEqual([
      { number: 1, width: 200, height: 100, rotation: 0, box: [0, 0, 200, 100], userUnit: 1 },
      { number: 2, width: 300, height: 200, rotation: 90, box: [-50, -60, 150, 240], userUnit: 1 },
      { number: 3, width: 400, height: 200, rotation: 270, box: [100, 50, 300, 450], userUnit: 1 },
      { number: 4, width: 250, height: 250, rotation: 180, box: [0, 0, 100, 100], userUnit: 2.5 },
    ])
  })

  test('boxes and turn inherited from the page tree', async () => {
    const bytes = buildPdf({
      pages: [{}, { rotate: 0 }, { mediaBox: [0, 0, 40, 30] }],
      inherited: '/MediaBox [0 0 300 400] /CropBox [10 10 110 210] /Rotate -90',
    })
    const { pages } = await acceptedUnchanged(bytes)
    expect(pages.map(({ width, height, rotation }) => [width, height, rotation])).toEqual([
      [200, 100, 270],
      [100, 200, 0],
      [20, 30, 270],
    ])
  })

  test('boxes behind references', async () => {
    const bytes = buildPdf({
      pages: [{}],
      inherited: '/MediaBox 20 0 R /Rotate 22 0 R',
      objects: { 20: '[0 0 21 0 R 90]', 21: '70', 22: '90' },
    })
    const { pages } = await acceptedUnchanged(bytes)
    expect(pages[0]).toMatchObject({ width: 90, height: 70, rotation: 90 })
  })

  test('a hybrid file, whose own table is right', async () => {
    const objects: Objects = new Map([[firstPage + 1, stream('BT /F1 12 Tf (Newer) Tj ET')]])
    const bytes = writeRevision(buildPdf(), objects, { xrefStm: new Map([[40, '<< /Type /Extra >>']]) })
    await acceptedUnchanged(bytes)
    expect(getText(bytes)).toContain('/XRefStm')
  })

  test('cross-reference streams of fields wider than the library reads', async () => {
    await acceptedUnchanged(buildPdf({ format: 'object-streams', widths: [1, 8, 2] }))
    const signedFile = writeRevision(signedPdf(), new Map([[99, 'null']]), {
      format: 'stream',
      widths: [1, 8, 2],
    })
    expect(await acceptedUnchanged(signedFile)).toMatchObject({ signed: true })
  })

  test('a signed file whose startxref names the white space before the section', async () => {
    const signedText = getText(signedPdf())
    const last = signedText.lastIndexOf('startxref')
    const moved = signedText.slice(last).replace(/\d+/, (offset) => String(Number(offset) - 1))
    expect(await acceptedUnchanged(getBytes(signedText.slice(0, last) + moved))).toMatchObject({
      signed: true,
    })
  })

  test('usage rights, which are no signature of a person', async () => {
    const bytes = buildPdf({
      catalog: '/Perms << /UR3 20 0 R >>',
      objects: { 20: '<< /Type /Sig /ByteRange [0 10 20 30] /Contents <00> >>' },
    })
    expect(await acceptedUnchanged(bytes)).toMatchObject({ signed: false, usageRights: true })
  })

  test('%PDF- may come late, up to 1,024 bytes, where offsets are counted from the start of the file', async () => {
    const junk = '%'.repeat(1000)
    const moved = getText(buildPdf())
      .replace(/(\d{10}) 00000 n/g, (_, at) => `${String(Number(at) + 1001).padStart(10, '0')} 00000 n`)
      .replace(/startxref\n(\d+)/, (_, at) => `startxref\n${Number(at) + 1001}`)
    await acceptedUnchanged(getBytes(`${junk}\n${moved}`))
  })
})

describe('not a PDF', () => {
  test.each([
    ['nothing', text('')],
    ['words', text('Dear Sir or Madam')],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['a header after 1,024 bytes', text(`${' '.repeat(1100)}%PDF-1.7`)],
  ])('%s', async (_, bytes) => {
    expect((await refused(bytes)).reason).toBe('not_pdf')
  })
})

describe('encrypted', () => {
  const encrypt =
    '<< /Filter /Standard /V 1 /R 2 /P -44 /O <2055c756c72e1ad702608e8196acad447ad32d17cff583235f6dd15fed7dab67> ' +
    '/U <7150bd1da9d292af3627fca6a8dde1d696e25312041aed09059f9daee04353ae> >>'
  const options = {
    trailer: '/Encrypt 20 0 R /ID [<0123456789abcdef0123456789abcdef> <0123456789abcdef0123456789abcdef>]',
    objects: { 20: encrypt },
  }

  test('with a password that we do not have', async () => {
    expect((await refused(buildPdf(options))).reason).toBe('encrypted')
  })

  test('by an unknown handler', async () => {
    const bytes = buildPdf({ ...options, objects: { 20: '<< /Filter /Unknown /V 4 >>' } })
    expect((await refused(bytes)).reason).toBe('encrypted')
  })

  test('and damaged', async () => {
    const bytes = getBytes(getText(buildPdf(options)).replace(/startxref\n\d+/, 'startxref\n7'))
    expect((await refused(bytes)).reason).toBe('encrypted')
  })

  test('by a library, without a password for opening', async () => {
    const pdf = await PDF.load(buildPdf())
    pdf.setProtection({ ownerPassword: 'owner', permissions: { modify: false } })
    expect((await refused(await pdf.save())).reason).toBe('encrypted')
  })
})

describe('XFA', () => {
  const field = '<< /FT /Tx /T (name) /Type /Annot /Subtype /Widget /Rect [0 0 9 9] >>'
  const form = (fields: string) => `/AcroForm << /Fields [${fields}] /XFA 21 0 R >>`
  const objects = { 20: field, 21: stream('<xdp/>') }

  test('a form that also has AcroForm fields is accepted', async () => {
    await acceptedUnchanged(buildPdf({ catalog: form('20 0 R'), objects }))
  })

  test('only XFA is refused', async () => {
    expect((await refused(buildPdf({ catalog: form(''), objects }))).reason).toBe('xfa')
  })

  test('pages that are to be made from the XFA are refused', async () => {
    const bytes = buildPdf({ catalog: `${form('20 0 R')} /NeedsRendering true`, objects })
    expect((await refused(bytes)).reason).toBe('xfa')
  })

  test('a page that asks to wait is refused', async () => {
    const pages = [{ mediaBox: [0, 0, 612, 792], text: 'Please wait...' }]
    expect((await refused(buildPdf({ catalog: form('20 0 R'), objects, pages }))).reason).toBe('xfa')
  })

  test('signed already is refused', async () => {
    expect((await refused(signedPdf({ form: '/XFA 21 0 R', objects }))).reason).toBe('xfa')
  })
})

describe('signed before', () => {
  test('is accepted and reported as signed', async () => {
    expect(await acceptedUnchanged(signedPdf())).toMatchObject({ signed: true })
  })

  test('signed, then continued', async () => {
    const bytes = writeRevision(signedPdf(), new Map([[90, '<< /Type /Later >>']]))
    expect(await acceptedUnchanged(bytes)).toMatchObject({ signed: true })
  })

  const certifiedPdf = (params: string) =>
    signedPdf({
      signature: `/Reference [<< /TransformMethod /DocMDP ${params} >>]`,
      catalog: '/Perms << /DocMDP 51 0 R >>',
    })

  test('certified with P 1', async () => {
    const { reason, message } = await refused(certifiedPdf('/TransformParams << /P 1 >>'))
    expect(reason).toBe('certified')
    expect(message).toContain('no change at all')
  })

  test.each([
    ['P 2', '/TransformParams << /P 2 >>'],
    ['P 3', '/TransformParams << /P 3 >>'],
    ['no P, which means 2', '/TransformParams << >>'],
    ['no parameters', ''],
  ])('certified with %s, which permits signatures', async (_, params) => {
    expect(await acceptedUnchanged(certifiedPdf(params))).toMatchObject({ signed: true, certified: true })
  })

  test('certified, but the catalog does not say so', async () => {
    const bytes = signedPdf({ signature: '/Reference [<< /TransformMethod /DocMDP >>]' })
    expect((await refused(bytes)).reason).toBe('certified')
  })

  test.each(['All', 'Exclude'])('a lock on every field: FieldMDP %s', async (action) => {
    const bytes = signedPdf({
      signature: `/Reference [<< /TransformMethod /FieldMDP /TransformParams << /Action /${action} /Fields [] >> >>]`,
    })
    const { reason, message } = await refused(bytes)
    expect(reason).toBe('certified')
    expect(message).toContain('“Approval” in this PDF locks every field')
  })

  test('a lock on its own fields is no obstacle', async () => {
    const bytes = signedPdf({
      signature:
        '/Reference [<< /TransformMethod /FieldMDP /TransformParams << /Action /Include /Fields [(a)] >> >>]',
    })
    expect(await acceptedUnchanged(bytes)).toMatchObject({ signed: true })
  })

  test('a lock that closes the document (PDF 2.0)', async () => {
    const bytes = signedPdf({ field: '/Lock << /Type /SigFieldLock /Action /Include /Fields [(a)] /P 1 >>' })
    expect((await refused(bytes)).reason).toBe('certified')
  })

  test('damaged: a repair would break the signature', async () => {
    const bytes = getBytes(getText(signedPdf()).replace(/startxref\n\d+/, 'startxref\n5'))
    const { reason, message } = await refused(bytes)
    expect(reason).toBe('corrupt')
    expect(message).toContain('signed')
  })

  test('a signature that no field leads to', async () => {
    const bytes = signedPdf({ fields: '' })
    const { reason, message } = await refused(bytes)
    expect(reason).toBe('corrupt')
    expect(message).toContain('a signature that cannot be read')
  })

  test('a place for a signature that was never filled', async () => {
    const bytes = buildPdf({
      catalog: '/AcroForm << /Fields [20 0 R] >>',
      objects: {
        20: '<< /FT /Sig /T (s) /V 21 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] >>',
        21: '<< /Type /Sig /ByteRange [0 /********** /********** /**********] /Contents <00> >>',
      },
    })
    const { reason, message } = await refused(bytes)
    expect(reason).toBe('corrupt')
    expect(message).toContain('unfinished signature')
  })
})

describe('hybrid files whose later trailer repeats an /XRefStm', () => {
  /** The stream brings back object 40 as it was; the newest table says otherwise. */
  function trap(base: Uint8Array, newer: string, options: RevisionOptions = {}): Uint8Array {
    const hybrid = writeRevision(base, new Map(), { xrefStm: new Map([[40, '<< /Fields [] >>']]) })
    const repeated = /\/XRefStm \d+/.exec(getText(hybrid))![0]
    return writeRevision(hybrid, new Map([[40, newer]]), {
      ...options,
      trailer: `${options.trailer ?? ''} ${repeated}`,
    })
  }

  test('unsigned: written again with the newest objects', async () => {
    const bytes = trap(buildPdf({ catalog: '/AcroForm 40 0 R' }), '<< /Fields [] /DA (/Newer 0 Tf) >>')
    const { repaired: written } = await repaired(bytes)
    expect(getText(written)).toContain('/Newer 0 Tf')
    expect(getText(written)).not.toContain('/XRefStm')
  })

  test('signed: refused, because an increment would build on other objects', async () => {
    const base = signedPdf({ acroForm: '40 0 R' })
    expect((await refused(trap(base, '<< /Fields [50 0 R] >>'))).reason).toBe('corrupt')
  })

  test('certified: refused as certified', async () => {
    const base = signedPdf({
      acroForm: '40 0 R',
      signature: '/Reference [<< /TransformMethod /DocMDP /TransformParams << /P 1 >> >>]',
      catalog: '/Perms << /DocMDP 51 0 R >>',
    })
    expect((await refused(trap(base, '<< /Fields [50 0 R] >>'))).reason).toBe('certified')
  })
})

describe('damaged, and repaired', () => {
  const undamagedFile = buildPdf({
    pages: [
      { mediaBox: [0, 0, 300, 400], text: 'First page', rotate: 90 },
      { mediaBox: [-10, -10, 300, 400], text: 'Second page' },
    ],
  })
  const damages: [string, (file: string) => string][] = [
    ['startxref points elsewhere', (file) => file.replace(/startxref\n\d+/, 'startxref\n9')],
    ['the end is cut off', (file) => file.slice(0, file.indexOf('startxref'))],
    ['every offset is off by one', (file) => file.replace('%\xe2', '%%\xe2')],
    ['bytes before the header that the offsets do not count', (file) => `\r\n\r\n${file}`],
  ]

  test.each(damages)('%s', async (_, damage) => {
    const checked = await repaired(getBytes(damage(getText(undamagedFile))))
    expect(checked.signed).toBe(false)
    expect(checked.pages.map((page) => [page.width, page.height, page.rotation])).toEqual([
      [400, 300, 90],
      [310, 410, 0],
    ])
    expect(await getTexts(checked.repaired)).toEqual(['First page', 'Second page'])
    expect((await checkPdf(checked.repaired, limits)).ok).toBe(true)
  })

  test('the kids of the page tree are an indirect array', async () => {
    const objects = pdfObjects({ pages: [{ mediaBox: [0, 0, 100, 100], text: 'Alone' }] })
    objects.set(2, '<< /Type /Pages /Kids 20 0 R /Count 1 >>')
    objects.set(20, `[${firstPage} 0 R]`)
    const checked = await repaired(writeRevision(null, objects))
    expect(await getTexts(checked.repaired)).toEqual(['Alone'])
  })

  test('a page without /Type, and its boxes inherited', async () => {
    const objects = pdfObjects({ pages: [{ text: 'Untyped' }], inherited: '/MediaBox [0 0 123 321]' })
    objects.set(firstPage, objects.get(firstPage)!.replace('/Type /Page', ''))
    const checked = await repaired(writeRevision(null, objects))
    expect(checked.pages[0]).toMatchObject({ width: 123, height: 321 })
    expect(await getTexts(checked.repaired)).toEqual(['Untyped'])
  })

  test('a table that points at other objects than it names', async () => {
    const file = getText(buildPdf({ objects: { 20: '<< /Twenty true >>', 21: '<< /TwentyOne true >>' } }))
    const entries = /20 1\n(\d{10})( 00000 n \n21 1\n)(\d{10})/
    const swapped = file.replace(
      entries,
      (_, first, separator, second) => `20 1\n${second}${separator}${first}`,
    )
    expect(swapped).not.toBe(file)
    const checked = await repaired(getBytes(swapped))
    expect(await getTexts(checked.repaired)).toEqual(['Hello'])
  })

  const guessed: [string, string][] = [
    ['a stream that is longer than it says', '<< /Length 2 >>\nstream\nabcd\nendstream'],
    ['a name that should be escaped', '<< /Caf\xe9 1 >>'],
  ]

  test.each(guessed)('%s: some readers would guess, and others give up', async (_, body) => {
    const checked = await repaired(buildPdf({ catalog: '/Extra 20 0 R', objects: { 20: body } }))
    expect(await getTexts(checked.repaired)).toEqual(['Hello'])
    expect(objectsAreStrict(checked.repaired)).toBe(true)
  })

  test.each(guessed)(
    '%s: accepted unchanged when signed, or when it cannot be rewritten',
    async (_, body) => {
      expect(
        (await acceptedUnchanged(signedPdf({ catalog: '/Extra 20 0 R', objects: { 20: body } }))).signed,
      ).toBe(true)
      const large = deflateSync(Buffer.alloc(17 * 1024 * 1024, ' ')).toString('latin1')
      const objects = { 20: body, [firstPage + 1]: stream(large, '/Filter /FlateDecode') }
      await acceptedUnchanged(buildPdf({ catalog: '/Extra 20 0 R', objects }))
    },
  )

  test('linearized in a way that forbids increments', async () => {
    const objects = new Map([[1, ''], ...pdfObjects()])
    objects.set(1, '<< /Linearized 1 /L 999 >>')
    objects.set(30, '<< /Type /Catalog /Pages 2 0 R >>')
    const bytes = getBytes(
      getText(writeRevision(null, objects))
        .replace('0 1\n0000000000 65535 f \n', '')
        .replace('/Root 1 0 R', '/Root 30 0 R'),
    )
    await repaired(bytes)
  })
})

describe('broken', () => {
  const loop = (kids: string) => {
    const objects = pdfObjects()
    objects.set(2, `<< /Type /Pages /Kids [${kids}] /Count 5 >>`)
    return writeRevision(null, objects)
  }

  test.each([
    ['only a header', text('%PDF-1.7')],
    ['noise after the header', text(`%PDF-1.7\n${'x'.repeat(5000)}`)],
    ['a catalog without pages', text('%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Root 1 0 R>>')],
    ['a page tree that is its own kid', loop('2 0 R 2 0 R')],
    ['a page tree without leaves', loop('')],
    ['a page of impossible size', buildPdf({ pages: [{ mediaBox: [0, 0, 595, 2147483647] }] })],
    ['a page tree of numbers', loop('1 2 3')],
    ['cut off before the trailer', buildPdf().slice(0, 400)],
  ])('%s', async (_, bytes) => {
    expect((await refused(bytes)).reason).toBe('corrupt')
  })

  test('object numbers beyond what readers count are numbered again', async () => {
    const check = await checkPdf(buildPdf({ objects: { 2147483647: 'null' } }), limits)
    if (!check.ok) throw new Error(check.message)
    const secondCheck = await checkPdf(check.repaired!, limits)
    expect(secondCheck).toMatchObject({ ok: true, repaired: null })
  })

  test('an xref chain that bites its tail ends', async () => {
    const bytes = buildPdf()
    const file = getText(bytes).replace('/Root', `/Prev ${startXref(bytes)} /Root`)
    expect((await checkPdf(getBytes(file), limits)).ok).toBe(true)
  })

  test('an xref table that promises ten thousand million entries', async () => {
    const file = getText(buildPdf()).replace('0 1\n0000000000', '0 9999999999\n0000000000')
    expect(typeof (await checkPdf(getBytes(file), limits)).ok).toBe('boolean')
  })

  test('a page tree five thousand levels deep', async () => {
    const objects = pdfObjects()
    for (let level = 0; level < 5000; level++) {
      objects.set(
        5000 + level,
        `<< /Type /Pages /Count 1 /Kids [${level < 4999 ? 5001 + level : firstPage} 0 R] >>`,
      )
    }
    objects.set(2, '<< /Type /Pages /Count 1 /Kids [5000 0 R] >>')
    expect(typeof (await checkPdf(writeRevision(null, objects), limits)).ok).toBe('boolean')
  })

  test('an array ten thousand levels deep', async () => {
    const bytes = buildPdf({
      catalog: '/AcroForm 20 0 R',
      objects: { 20: '['.repeat(1e5) + ']'.repeat(1e5) },
    })
    expect(typeof (await checkPdf(bytes, limits)).ok).toBe('boolean')
  })

  test('a field tree that loops', async () => {
    const bytes = buildPdf({
      catalog: '/AcroForm << /Fields [20 0 R] >>',
      objects: { 20: '<< /T (a) /Kids [21 0 R] >>', 21: '<< /T (b) /Kids [20 0 R] >>' },
    })
    expect((await checkPdf(bytes, limits)).ok).toBe(true)
  })

  test('compressed objects of many bytes cost no more than their reading', async () => {
    const data = deflateSync(Buffer.alloc(20e6, 0x20)).toString('latin1')
    const bytes = buildPdf({ objects: { 20: stream(data, '/Filter /FlateDecode') } })
    await acceptedUnchanged(bytes)
  })
})

describe('too many pages', () => {
  test('counted, and refused with the number', async () => {
    const bytes = buildPdf({ pages: Array.from({ length: 12 }, () => ({ mediaBox: [0, 0, 9, 9] })) })
    const check = await checkPdf(bytes, { maxPages: 11 })
    expect(check).toEqual({
      ok: false,
      reason: 'too_many_pages',
      message: 'This PDF has 12 pages; the limit is 11.',
    })
    expect((await checkPdf(bytes, { maxPages: 12 })).ok).toBe(true)
  })
})

describe('pages of an impossible size', () => {
  const pageWith = (mediaBox: string, entries = '') =>
    buildPdf({
      objects: { [firstPage]: `<< /Type /Page /Parent 2 0 R /MediaBox [${mediaBox}] ${entries} >>` },
    })

  test.each([
    ['no side that can be measured', '0 0 0.0000001 0.0000001', '', 'too small'],
    ['one short side', '0 0 500 0.9', '', 'too small'],
    ['a crop box that is a line', '0 0 500 500', '/CropBox [0 0 500 0.5]', 'too small'],
    ['a small unit', '0 0 500 500', '/UserUnit 0.001', 'too small'],
    ['a long side', '0 0 9 100001', '', 'too large'],
    ['a long side from a negative origin', '-60000 0 60000 9', '', 'too large'],
    ['a large unit', '0 0 500 500', '/UserUnit 1000', 'too large'],
  ])('%s', async (_, mediaBox, entries, message) => {
    const { reason, message: text } = await refused(pageWith(mediaBox, entries))
    expect(reason).toBe('corrupt')
    expect(text).toContain(`Page 1 of this PDF is ${message}`)
  })

  test('a unit that no program writes', async () => {
    const { reason, message } = await refused(pageWith('0 0 0.5 0.5', '/UserUnit 75001'))
    expect(reason).toBe('corrupt')
    expect(message).toContain('Page 1 of this PDF has a unit larger than 75000 points')
  })

  test.each([
    ['a side of one point', '0 0 1 1', '', [1, 1]],
    ['a side of one hundred thousand points', '0 0 100000 9', '', [100_000, 9]],
    ['a small box with a large unit', '0 0 0.5 0.5', '/UserUnit 4', [2, 2]],
    ['the largest unit', '0 0 1 0.5', '/UserUnit 75000', [75_000, 37_500]],
    ['a large box of which a part is shown', '0 0 900000 900000', '/CropBox [8 8 18 28]', [10, 20]],
  ])('%s is accepted', async (_, mediaBox, entries, [width, height]) => {
    expect((await acceptedUnchanged(pageWith(mediaBox, entries))).pages[0]).toMatchObject({ width, height })
  })

  test('the first such page is named', async () => {
    const pages = [9, 9, 0.5, 0.1].map((side): FixturePage => ({ mediaBox: [0, 0, side, side] }))
    expect((await refused(buildPdf({ pages }))).message).toContain('Page 3')
  })
})

describe('the input bytes', () => {
  test('stay as they were', async () => {
    const brokenFile = getBytes(getText(buildPdf()).replace(/startxref\n\d+/, 'startxref\n9'))
    for (const file of [buildPdf(), buildPdf({ format: 'object-streams' }), signedPdf(), brokenFile]) {
      const before = Buffer.from(file).toString('hex')
      await checkPdf(file, limits)
      expect(Buffer.from(file).toString('hex')).toBe(before)
    }
  })

  test.each([1000, 20_000, 40_000, 70_000, 200_000])('stay in a Buffer too, of some %i', async (size) => {
    const paper = buildPdf({ objects: { 20: stream('x'.repeat(size)) } })
    // As a file comes from storage: in memory of its own, or in that of Node's pool.
    for (const file of [Buffer.from(paper.slice().buffer), Buffer.from(paper)]) {
      expect((await checkPdf(file, limits)).ok).toBe(true)
      expect(file.equals(paper)).toBe(true)
    }
  })
})
