import { PDF, PdfDict, type PdfNumber, PdfRef, PdfStream } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { asDict, resolver } from '#lib/pdf/check/inspect'
import { parseFieldName, topFields } from '#lib/pdf/fields/fields'
import { buildPdf, firstPage, pdfObjects, writeRevision } from '#lib/pdf/fixtures/build'
import { paint, seenFields } from '#lib/pdf/fixtures/render'
import type { EngineSigner, Zone } from '#lib/pdf/zones'
import {
  ada,
  allRevisions,
  everyZone,
  makeProcessFixture,
  type ProcessFixture,
  prepare,
  readPages,
  readStrings,
  signedElsewhere,
  time,
  twoPages,
  zhang,
} from './fixtures/process.ts'
import { prepareRevision } from './prepare.ts'
import { signRevision } from './sign.ts'
import { verifyPdf } from './verify.ts'

let fixture: ProcessFixture
let bytes: Uint8Array
let prepared: Awaited<ReturnType<typeof prepare>>
let pdf: PDF

beforeAll(async () => {
  fixture = await makeProcessFixture()
  bytes = twoPages()
  prepared = await prepare(fixture, bytes)
  pdf = await PDF.load(prepared.bytes)
})

const getResolve = (document: PDF) => (ref: PdfRef) => document.context.resolve(ref)

function catalog(document = pdf): PdfDict {
  return document.context.catalog.getDict()
}

function form(document = pdf): PdfDict {
  return catalog(document).getDict('AcroForm', getResolve(document))!
}

/** The field whose name contains this part. */
function field(part: string, document = pdf): PdfDict {
  return topFields(document).find(({ name }) => name.includes(part))!.dict
}

function annotations(document: PDF, index: number): PdfDict[] {
  const list = document.getPage(index)!.dict.getArray('Annots', getResolve(document))?.toArray() ?? []
  return list.map((ref) => document.context.resolve(ref as PdfRef) as PdfDict)
}

describe('the increment', () => {
  test('extends the file, which keeps its bytes', () => {
    expect(prepared.bytes.length).toBeGreaterThan(bytes.length)
    expect(Buffer.compare(prepared.bytes.subarray(0, bytes.length), bytes)).toBe(0)
    expect(prepared.addedPages).toBe(0)
    expect(prepared.addedZones).toEqual([])
    expect(prepared.pages).toHaveLength(2)
  })

  test('is reproducible except for the signature', async () => {
    const reloadedPdf = await PDF.load((await prepare(fixture, bytes)).bytes)
    expect(topFields(reloadedPdf).map(({ name }) => name)).toEqual(topFields(pdf).map(({ name }) => name))
  })

  test('has other field names in another file', async () => {
    const other = await PDF.load((await prepare(fixture, twoPages({ text: 'Other' }))).bytes)
    const tag = (document: PDF) => parseFieldName(topFields(document)[0]!.name)?.tag
    expect(tag(other)).not.toBe(tag(pdf))
  })
})

describe('the form', () => {
  test('has SigFlags and no NeedAppearances', () => {
    expect(form().getNumber('SigFlags')?.value).toBe(3)
    expect(form().has('NeedAppearances')).toBe(false)
    expect(form().has('XFA')).toBe(false)
  })

  test('is separated from the document information where both were one object', async () => {
    const objects = {
      20: '<< /Producer (Merger) /NeedAppearances true /Fields [21 0 R] >>',
      21: '<< /FT /Tx /T (older) /Type /Annot /Subtype /Widget /Rect [10 10 90 30] >>',
    }
    const shared = buildPdf({ catalog: '/AcroForm 20 0 R', trailer: '/Info 20 0 R', objects })
    const document = await PDF.load((await prepare(fixture, shared)).bytes)
    expect(topFields(document)[0]!.name).toBe('older')
    expect(topFields(document).length).toBeGreaterThan(10)
    const information = asDict(document.context.resolve(PdfRef.of(20)))
    expect(information?.getArray('Fields')?.length).toBe(1)
  })

  test('has resources and a default appearance', () => {
    const fonts = form().getDict('DR')!.getDict('Font')!
    const base = (name: string) =>
      asDict(pdf.context.resolve(fonts.getRef(name)!))?.getName('BaseFont')?.value
    expect([base('Helv'), base('ZaDb')]).toEqual(['Helvetica', 'ZapfDingbats'])
    expect(form().getString('DA')?.asString()).toMatch(/\/Helv 0 Tf/)
  })

  test('has unique names without periods, all of one process', () => {
    const names = topFields(pdf).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.every((name) => !name.includes('.'))).toBe(true)
    expect(new Set(names.map((name) => parseFieldName(name)?.tag)).size).toBe(1)
  })

  test('has hidden fields for certification and seal, of zero size and on a page', () => {
    for (const role of ['certification', 'seal']) {
      const hiddenField = field(`-${role}`)
      expect(hiddenField.getName('FT')?.value).toBe('Sig')
      expect(
        hiddenField
          .getArray('Rect')
          ?.toArray()
          .map((object) => (object as PdfNumber).value),
      ).toEqual([0, 0, 0, 0])
      expect(hiddenField.getNumber('F')?.value).toBe(132)
      expect(hiddenField.getRef('P')).toEqual(pdf.context.pages.getPage(0))
      expect(hiddenField.has('V')).toBe(role === 'certification')
    }
  })

  test('gives every signer one signature field with a lock on exactly their fields', () => {
    for (const signer of [ada, zhang]) {
      const signerFields = topFields(pdf).filter(({ name }) => parseFieldName(name)?.signer === signer.id)
      const signatures = signerFields.filter(({ dict }) => dict.getName('FT')?.value === 'Sig')
      expect(signatures).toHaveLength(1)
      const lock = signatures[0]!.dict.getDict('Lock', resolver(pdf))!
      expect(lock.getName('Type')?.value).toBe('SigFieldLock')
      expect(lock.getName('Action')?.value).toBe('Include')
      const locked = readStrings(lock.getArray('Fields'))
      const kids = locked.filter((name) => name.includes('.'))
      expect(new Set(locked.filter((name) => !name.includes('.')))).toEqual(
        new Set(signerFields.map(({ name }) => name)),
      )
      expect(kids).toHaveLength(4)
    }
  })

  test('locks everything with the seal except a later time stamp, for which no field exists', () => {
    const lock = field('-seal').getDict('Lock', resolver(pdf))!
    expect(lock.getName('Action')?.value).toBe('Exclude')
    const seal = topFields(pdf).at(-1)!.name
    expect(readStrings(lock.getArray('Fields'))).toEqual([seal.replace(/-seal$/, '-timestamp')])
    expect(topFields(pdf).some(({ name }) => name.endsWith('-timestamp'))).toBe(false)
  })

  test('every widget has its page, rotation and appearance', () => {
    for (const index of [0, 1]) {
      const widgets = annotations(pdf, index).filter(
        (widget) => widget.getName('Subtype')?.value === 'Widget',
      )
      expect(widgets.length).toBeGreaterThan(20)
      for (const widget of widgets) {
        expect(widget.getRef('P')).toEqual(pdf.context.pages.getPage(index))
        const appearance = widget.getDict('AP')?.get('N', getResolve(pdf))
        expect(appearance).toBeInstanceOf(PdfDict)
        const visible = widget
          .getArray('Rect')!
          .toArray()
          .some((object) => (object as PdfNumber).value !== 0)
        if (visible) expect(widget.getDict('MK')?.getNumber('R')?.value).toBe(0)
      }
    }
  })

  test('has labels and required flags', async () => {
    const fields = await seenFields(prepared.bytes, 1)
    const text = fields.find(({ tooltip }) => tooltip === 'text of Ada Lovelace')
    expect(text).toMatchObject({ type: 'Tx', required: true, readOnly: false, value: '' })
    const button = fields.find(({ exportValue }) => exportValue === 'first')
    expect(button).toMatchObject({ type: 'Btn', required: false })
    const initials = fields.find(({ tooltip }) => tooltip === 'initials of Ada Lovelace')
    expect(initials).toMatchObject({ type: 'Tx', readOnly: true })
  })
})

describe('the certification', () => {
  test('permits filling in and signing, and is in the catalog', () => {
    const perms = catalog().getDict('Perms')!
    const value = pdf.context.resolve(perms.getRef('DocMDP')!) as PdfDict
    expect(value).toBe(pdf.context.resolve(field('-certification').getRef('V')!))
    const reference = value.getArray('Reference')!.at(0) as PdfDict
    expect(reference.getName('TransformMethod')?.value).toBe('DocMDP')
    const params = reference.getDict('TransformParams')!
    expect(params.getNumber('P')?.value).toBe(2)
    expect(params.getName('V')?.value).toBe('1.2')
  })

  test("is the platform's, with the time of the input", async () => {
    const { signatures } = await verifyPdf(prepared.bytes)
    expect(signatures).toHaveLength(1)
    expect(signatures[0]).toMatchObject({
      signerName: 'Paraph Platform',
      certification: true,
      valid: true,
      coversWholeFile: true,
      signedAt: time.toISOString(),
    })
  })

  test('its dictionary is as PAdES has it', () => {
    const value = pdf.context.resolve(field('-certification').getRef('V')!) as PdfDict
    expect(value.getName('Type')?.value).toBe('Sig')
    expect(value.getName('Filter')?.value).toBe('Adobe.PPKLite')
    expect(value.getName('SubFilter')?.value).toBe('ETSI.CAdES.detached')
    const contents = Buffer.from(value.getString('Contents')!.bytes)
    // Hardly more than the CMS: a signature of P-256 has 68 to 72 bytes.
    expect(contents.length - (4 + contents.readUInt16BE(2))).toBeLessThan(8)
    expect(value.getString('M')?.asString()).toBe('D:20260301100000Z')
    expect(value.getString('Name')?.asString()).toBe('Paraph Platform')
    const keys = [...value.keys()].map((key) => key.value)
    expect(keys.indexOf('ByteRange')).toBeLessThan(keys.indexOf('Contents'))
    expect(keys).not.toContain('Cert')
  })
})

describe('prefilled values', () => {
  const box = { page: 1, width: 120, height: 20, x: 20 }
  const zones: Zone[] = [
    { id: 't', signer: 'ada', type: 'text', required: true, value: 'Contract № 7', y: 20, ...box },
    { id: 'r', signer: 'ada', type: 'number', required: true, value: '12', readOnly: true, y: 60, ...box },
    { id: 'c', signer: 'ada', type: 'checkbox', required: true, value: 'true', y: 100, ...box },
    {
      id: 'd',
      signer: 'ada',
      type: 'dropdown',
      required: true,
      value: 'b',
      options: ['a', 'b'],
      y: 140,
      ...box,
    },
    {
      id: 'o',
      signer: 'ada',
      type: 'radio',
      required: true,
      value: 'b',
      options: ['a', 'b'],
      y: 180,
      ...box,
    },
    { id: 's', signer: 'ada', type: 'signature', required: true, y: 260, ...box, height: 50 },
  ]

  test('are the values of the fields and are drawn', async () => {
    const result = await prepare(fixture, bytes, { zones, signers: [ada] })
    const fields = await seenFields(result.bytes, 1)
    const fieldsSeen = Object.fromEntries(
      fields.map(({ name, value, readOnly }) => [name?.split('-').at(-1), { value, readOnly }]),
    )
    expect(fieldsSeen.t).toEqual({ value: 'Contract № 7', readOnly: false })
    expect(fieldsSeen.r).toEqual({ value: '12', readOnly: true })
    expect(fieldsSeen.c!.value).toBe('Yes')
    expect(fieldsSeen.d!.value).toEqual(['b'])
    expect(fieldsSeen.o!.value).toBe('b')
    const painting = await paint(result.bytes, 1)
    for (const y of [20, 60, 100, 140, 180]) expect(painting.ink({ ...box, y })).not.toBeNull()
    expect(painting.ink({ ...box, y: 262, height: 46 })).toBeNull()
  })
})

describe('signers without a signature zone', () => {
  const zone: Zone = {
    id: 'z',
    signer: 'ada',
    type: 'signature',
    page: 1,
    required: true,
    x: 20,
    y: 20,
    width: 150,
    height: 50,
  }

  test('get a page at the end, and a zone on it', async () => {
    const result = await prepare(fixture, bytes, { zones: [zone] })
    expect(result.addedPages).toBe(1)
    expect(result.addedZones).toHaveLength(1)
    expect(result.addedZones[0]).toMatchObject({
      id: 'signature-page-2',
      signer: '2',
      type: 'signature',
      page: 3,
    })
    expect(result.pages.map(({ number }) => number)).toEqual([1, 2, 3])
    const pdfAfter = await PDF.load(result.bytes)
    expect(pdfAfter.getPageCount()).toBe(3)
    const names = annotations(pdfAfter, 2).map((widget) => widget.getString('T')?.asString())
    expect(names).toHaveLength(1)
    expect(names[0]).toMatch(/-signature-2-/)
    expect((await readPages(result.bytes))[2]).toMatchObject({ width: 595, height: 842, rotation: 0 })
    const painting = await paint(result.bytes, 3)
    expect(painting.ink()).not.toBeNull()
  })

  test('adds as many pages as the signers need', async () => {
    const signers = Array.from({ length: 30 }, (_, index) => ({ id: `p${index}`, name: `Person ${index}` }))
    const result = await prepare(fixture, bytes, { zones: [], signers })
    expect(result.addedZones.map(({ signer }) => signer)).toEqual(signers.map(({ id }) => id))
    expect(result.addedPages).toBeGreaterThan(1)
    expect(result.addedPages).toBe(result.addedZones.at(-1)!.page - 2)
    expect((await PDF.load(result.bytes)).getPageCount()).toBe(2 + result.addedPages)
    expect((await verifyPdf(result.bytes)).valid).toBe(true)
  })

  test('sign invisibly where no page is wanted', async () => {
    const result = await prepare(fixture, bytes, { zones: [zone], signaturePage: false })
    expect(result.addedPages).toBe(0)
    const document = await PDF.load(result.bytes)
    const hiddenField = field('-signature-2', document)
    expect(hiddenField.getName('FT')?.value).toBe('Sig')
    expect(
      hiddenField
        .getArray('Rect')
        ?.toArray()
        .every((object) => (object as PdfNumber).value === 0),
    ).toBe(true)
  })

  test('only the listed signers get a zone', async () => {
    const result = await prepare(fixture, bytes, { zones: [], signaturePage: ['2'] })
    expect(result.addedZones.map(({ signer }) => signer)).toEqual(['2'])
    const document = await PDF.load(result.bytes)
    const rect = field('-signature-ada', document).getArray('Rect')!.toArray()
    expect(rect.every((object) => (object as PdfNumber).value === 0)).toBe(true)
  })

  test('a deep page tree stays as it is but for its root', async () => {
    const deep = buildPdf({
      catalog: '/Deep true',
      objects: { 20: '<< /Type /Pages /Parent 2 0 R /Kids [1001 0 R] /Count 1 >>' },
      pages: [{ mediaBox: [0, 0, 400, 600] }],
    })
    const nested = Buffer.from(deep)
      .toString('latin1')
      .replace('/Kids [1001 0 R] /Count 1  >>', '/Kids [20 0 R  ] /Count 1  >>')
    const result = await prepare(fixture, new Uint8Array(Buffer.from(nested, 'latin1')), {
      zones: [],
      signers: [ada],
    })
    const document = await PDF.load(result.bytes)
    const root = document.context.resolve(PdfRef.of(2)) as PdfDict
    expect(root.getNumber('Count')?.value).toBe(2)
    expect(root.getArray('Kids')?.length).toBe(2)
    expect(document.getPageCount()).toBe(2)
    expect((await readPages(result.bytes))[1]).toMatchObject({ width: 400, height: 600 })
  })
})

describe('the stamp of a trial', () => {
  test('is on every page, also the appended one', async () => {
    const result = await prepare(fixture, bytes, { zones: [], signers: [ada], stamp: 'TEST' })
    for (const page of [1, 2, 3]) {
      const painting = await paint(result.bytes, page, 0.5)
      const ink = painting.ink({ x: 100, y: 200, width: 400, height: 500 })
      expect(ink!.width).toBeGreaterThan(250)
      expect(ink!.height).toBeGreaterThan(250)
    }
    expect((await verifyPdf(result.bytes)).valid).toBe(true)
  })

  test('is no form field, and cannot be moved', async () => {
    const result = await prepare(fixture, bytes, { zones: [], signers: [ada], stamp: 'TEST' })
    const [stamp] = annotations(await PDF.load(result.bytes), 0).filter(
      (item) => item.getName('Subtype')?.value === 'Stamp',
    )
    expect(stamp?.getNumber('F')?.value).toBe(4 + 64 + 128 + 512)
    expect(stamp?.getString('Contents')?.asString()).toBe('TEST')
  })

  test('is absent otherwise', () => {
    const kinds = annotations(pdf, 0).map((item) => item.getName('Subtype')?.value)
    expect(new Set(kinds)).toEqual(new Set(['Widget']))
  })
})

describe("the author's own form", () => {
  const fileWithForm = (extraObjects: Record<number, string> = {}, formEntries = '') =>
    buildPdf({
      pages: [{ mediaBox: [0, 0, 595, 842] }],
      catalog: `/AcroForm << /Fields [20 0 R] /DA (/F1 9 Tf 0 g) /DR << /Font << /F1 3 0 R >> >> ${formEntries} >> /Perms << /UR3 30 0 R >>`,
      objects: {
        20: '<< /FT /Tx /T (author) /V (mine) /Type /Annot /Subtype /Widget /Rect [100 100 200 120] /P 1001 0 R >>',
        30: '<< /Type /Sig /Reference [<< /TransformMethod /UR3 >>] >>',
        ...extraObjects,
      },
    })

  test('stays, with ours behind', async () => {
    const result = await prepare(fixture, fileWithForm(), { zones: everyZone(ada, 1, 20), signers: [ada] })
    const document = await PDF.load(result.bytes)
    const author = topFields(document)[0]!
    expect(author.name).toBe('author')
    expect(author.ref.objectNumber).toBe(20)
    expect(author.dict.getString('V')?.asString()).toBe('mine')
    expect(author.dict.has('AP')).toBe(false)
    expect(form(document).getString('DA')?.asString()).toBe('/F1 9 Tf 0 g')
    const fonts = form(document).getDict('DR')!.getDict('Font')!
    expect(fonts.getRef('F1')?.objectNumber).toBe(3)
    expect(fonts.has('Helv')).toBe(true)
    expect((await verifyPdf(result.bytes)).valid).toBe(true)
  })

  test('loses XFA, usage rights and the demand to be drawn', async () => {
    const result = await prepare(fixture, fileWithForm({}, '/XFA 31 0 R /NeedAppearances true'), {
      zones: [],
      signers: [ada],
    })
    const document = await PDF.load(result.bytes)
    expect(form(document).has('XFA')).toBe(false)
    expect(form(document).has('NeedAppearances')).toBe(false)
    expect([...catalog(document).getDict('Perms')!.keys()].map((key) => key.value)).toEqual(['DocMDP'])
  })

  test('a value that only readers would have drawn is drawn', async () => {
    const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [20 0 R] >>'
    const result = await prepare(fixture, fileWithForm({ 1001: page }, '/NeedAppearances true'), {
      zones: [],
      signers: [ada],
      signaturePage: false,
    })
    const document = await PDF.load(result.bytes)
    const appearance = topFields(document)[0]!.dict.getDict('AP')!.getRef('N')!
    expect(document.context.resolve(appearance)).toBeInstanceOf(PdfStream)
  })

  test('annotations of the page stay before ours', async () => {
    const objects = pdfObjects({ objects: { 40: '<< /Type /Annot /Subtype /Link /Rect [0 0 10 10] >>' } })
    objects.set(firstPage, objects.get(firstPage)!.replace('/Type /Page', '/Type /Page /Annots [40 0 R]'))
    const file = writeRevision(null, objects)
    const result = await prepare(fixture, file, { zones: everyZone(ada, 1, 20), signers: [ada] })
    const kinds = annotations(await PDF.load(result.bytes), 0).map((item) => item.getName('Subtype')?.value)
    expect(kinds[0]).toBe('Link')
    expect(kinds.length).toBeGreaterThan(10)
  })
})

describe('a file that was signed before', () => {
  test('gets signature fields alone, one over all zones of a page, and no certification', async () => {
    const fileSignedElsewhere = await signedElsewhere(fixture)
    const result = await prepare(fixture, fileSignedElsewhere, { stamp: 'TEST' })
    const document = await PDF.load(result.bytes)
    const names = topFields(document).map(({ name, dict }) => `${name} ${dict.getName('FT')?.value}`)
    expect(names).toHaveLength(1 + 4 + 1)
    expect(names.every((name) => name.endsWith(' Sig'))).toBe(true)
    expect(catalog(document).has('Perms')).toBe(false)
    expect(result.addedPages).toBe(0)
    const report = await verifyPdf(result.bytes)
    expect(report.signatures.map(({ signerName }) => signerName)).toEqual(['Stranger'])
    expect(report.signatures[0]!.faults).toEqual([])
    expect(annotations(document, 0).some((item) => item.getName('Subtype')?.value === 'Stamp')).toBe(false)
  })

  test('a signer without zones gets an invisible field', async () => {
    const result = await prepare(fixture, await signedElsewhere(fixture), { zones: [] })
    expect(result.addedPages).toBe(0)
    const document = await PDF.load(result.bytes)
    for (const signer of [ada, zhang]) {
      const rect = field(`-signature-${signer.id}`, document).getArray('Rect')!.toArray()
      expect(rect.every((object) => (object as PdfNumber).value === 0)).toBe(true)
    }
  })
})

describe('refusals', () => {
  const refusal = (input: Parameters<typeof prepare>[2], file = bytes) => prepare(fixture, file, input)
  const zone: Zone = {
    id: 'z',
    signer: 'ada',
    type: 'text',
    page: 1,
    required: true,
    x: 1,
    y: 1,
    width: 9,
    height: 9,
  }

  test('a zone of an unknown signer', async () => {
    const zones = [{ ...zone, signer: 'nobody' }]
    await expect(refusal({ zones })).rejects.toMatchObject({ name: 'PadesError', code: 'bad_zone' })
  })

  test('a zone on no page', async () => {
    await expect(refusal({ zones: [{ ...zone, page: 9 }] })).rejects.toMatchObject({ code: 'bad_zone' })
    await expect(refusal({ zones: [{ ...zone, page: 9 }] })).rejects.toThrow(/page 9/)
  })

  test('a file that we certified', async () => {
    const secondPreparation = prepare(fixture, prepared.bytes)
    await expect(secondPreparation).rejects.toMatchObject({ code: 'certified' })
  })

  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['text', new TextEncoder().encode('hello')],
    ['a damaged file', twoPages().subarray(0, 700)],
  ])('%s', async (_, file) => {
    const input = { zones: [], signers: [ada], certify: fixture.platform, pages: prepared.pages, at: time }
    await expect(prepareRevision(file, input)).rejects.toMatchObject({ code: 'no_increment' })
  })

  test('when the platform does not sign', async () => {
    const certify = { ...fixture.platform, sign: () => Promise.reject(new Error('locked')) }
    await expect(refusal({ certify })).rejects.toThrow('locked')
  })
})

test('object numbers that the file keeps for itself are passed over', async () => {
  const file = buildPdf({ format: 'stream' })
  const size = Number(/\/Size (\d+)/.exec(Buffer.from(file).toString('latin1'))![1])
  const result = await prepare(fixture, file, { zones: [], signers: [ada] })
  const added = Buffer.from(result.bytes.subarray(file.length)).toString('latin1')
  const fresh = [...added.matchAll(/^(\d+) 0 obj/gm)].map((match) => Number(match[1]))
  const known = new Set<number>([1, 2, 1001])
  expect(fresh.filter((number) => !known.has(number)).every((number) => number >= size)).toBe(true)
})

describe('a page is written back as it was', () => {
  test('a box of long decimals in a file that was signed before', async () => {
    const box = { mediaBox: [0, 0, 595.303937007874, 841.889763779528] }
    const fileSignedElsewhere = await signedElsewhere(fixture, buildPdf({ pages: [box] }))
    const result = await allRevisions(fixture, fileSignedElsewhere)
    expect(await verifyPdf(result.sealed)).toMatchObject({ valid: true, coversWholeFile: true })
  })

  test.each(['#C3#A9', 'Ashampoo#20PDF#20Pro', '\xe9', 'F#e9'])('the name %j', async (name) => {
    const renamed = buildPdf({
      objects: {
        1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /${name} << /${name} /${name} >> >>`,
      },
    })
    const { sealed } = await allRevisions(fixture, renamed)
    expect(await verifyPdf(sealed)).toMatchObject({ valid: true })
    const added = Buffer.from(sealed.subarray(renamed.length)).toString('latin1')
    expect(added).toMatch(new RegExp(`/${name} <<\\s*/${name} /${name}`))
  })
})

describe('entries of the author’s file that should be dictionaries are replaced', () => {
  test.each(['null', '700 0 R', '[1]', '<< >>', '<< /UR3 null >>'])(
    '/Perms %s: the certification is in the catalog',
    async (perms) => {
      const { bytes: prepared } = await prepare(fixture, buildPdf({ catalog: `/Perms ${perms}` }), {
        zones: [],
        signers: [ada],
      })
      const pdfAfter = await PDF.load(prepared)
      const entry = catalog(pdfAfter)
        .getDict('Perms', getResolve(pdfAfter))
        ?.getDict('DocMDP', getResolve(pdfAfter))
      expect(entry?.getName('Type')?.value).toBe('Sig')
      expect((await verifyPdf(prepared)).signatures).toMatchObject([{ valid: true }])
    },
  )
})

describe('text of users that begins with a slash stays text', () => {
  test('in tooltips, stamps, names and reasons', async () => {
    const slash: EngineSigner = { id: 'ada', name: '/Ada' }
    const square = { page: 1, width: 14, height: 14, signer: 'ada', required: false }
    const zones: Zone[] = [
      { ...square, id: 'a', type: 'radio', group: '/group', value: 'one', x: 20, y: 20 },
      { ...square, id: 'b', type: 'text', label: '/label', value: '/value', x: 60, y: 20 },
    ]
    const input = { zones, signers: [slash], stamp: '/TEST' }
    const { bytes: prepared } = await prepare(fixture, twoPages(), input)
    const pdfAfter = await PDF.load(prepared)
    expect(field('-radio-', pdfAfter).getString('TU')?.asString()).toBe('/group')
    expect(field('-text-', pdfAfter).getString('TU')?.asString()).toBe('/label')
    expect(field('-text-', pdfAfter).getString('V')?.asString()).toBe('/value')
    const stamps = annotations(pdfAfter, 0).filter((kid) => kid.getName('Subtype')?.value === 'Stamp')
    expect(stamps.map((kid) => kid.getString('Contents')?.asString())).toEqual(['/TEST'])
    const signature = { kind: 'text', text: '/Ada' } as const
    const signedFile = await signRevision(prepared, {
      ...{ signer: slash, values: {}, signature, reason: '/because', at: time },
      identity: fixture.ada,
    })
    const last = await PDF.load(signedFile)
    const value = field('-signature-', last).getDict('V', getResolve(last))
    expect(value?.getString('Name')?.asString()).toBe('/Ada')
    expect(value?.getString('Reason')?.asString()).toBe('/because')
    expect((await verifyPdf(signedFile)).valid).toBe(true)
  })
})

describe('a file that refers to objects it does not have', () => {
  test.each(['table', 'stream', 'object-streams'] as const)(
    '%s: every signature is valid and nothing counts as changed',
    async (format) => {
      const catalog = '/AcroForm << /Fields [700 0 R] /DR 701 0 R >> /PieceInfo << /A 5000 0 R >>'
      const { sealed } = await allRevisions(fixture, buildPdf({ format, catalog, trailer: '/Info 5001 0 R' }))
      const { valid, signatures } = await verifyPdf(sealed)
      expect(valid).toBe(true)
      for (const { modifications } of signatures)
        expect(modifications.filter(({ permitted }) => !permitted)).toEqual([])
    },
  )

  test('keeps no entry of /Fields that is no field', async () => {
    const catalog = '/AcroForm << /Fields [700 0 R 20 0 R null 21 0 R] >>'
    const objects = { 20: '<< /FT /Tx /T (kept) >>', 21: '(text)' }
    const { bytes: prepared } = await prepare(fixture, buildPdf({ catalog, objects }), {
      zones: [],
      signers: [ada],
    })
    const fields = form(await PDF.load(prepared))
      .getArray('Fields')!
      .toArray()
    expect(fields.every((object) => object instanceof PdfRef)).toBe(true)
    const names = topFields(await PDF.load(prepared)).map(({ name }) => name)
    expect(names).toHaveLength(fields.length)
    expect(names[0]).toBe('kept')
  })
})

describe('a file whose form fields and text tags are replaced', () => {
  const page = { mediaBox: [0, 0, 595, 842], text: 'Dear {{Name;role=Client}} you' }
  const originalFile = buildPdf({
    pages: [page, page],
    catalog: '/AcroForm << /Fields [20 0 R 21 0 R] /NeedAppearances true >>',
    objects: {
      20: '<< /Type /Annot /Subtype /Widget /Rect [40 700 200 720] /FT /Tx /T (rent) /V (1200) >>',
      21: '<< /Type /Annot /Subtype /Widget /Rect [40 600 100 620] /FT /Btn /Ff 65536 /T (print) >>',
      1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 1002 0 R /Annots [20 0 R 21 0 R]
        /Resources << /Font << /F1 3 0 R >> >> >>`,
    },
  })
  const tag = { x: 50, y: 805, width: 90, height: 20 }

  test('has our fields only, in every revision, and valid signatures', async () => {
    const { revisions, sealed } = await allRevisions(fixture, originalFile, { replaceFileFields: true })
    const report = await verifyPdf(sealed)
    expect(report.faults).toEqual([])
    expect(report.signatures.map(({ valid }) => valid)).toEqual([true, true, true, true])
    for (const revision of revisions.slice(1)) {
      const names = (await seenFields(revision, 1)).map(({ name }) => name)
      expect(names).toContain('print')
      expect(names).not.toContain('rent')
      expect(names.length).toBeGreaterThan(10)
    }
    expect((await paint(originalFile, 2)).ink(tag)).not.toBeNull()
    expect((await paint(sealed, 2)).darkness(tag)).toBeLessThan(
      (await paint(originalFile, 2)).darkness(tag) / 2,
    )
  })

  test('keeps them where it is not asked for, or was signed before', async () => {
    const { bytes: keptFile } = await prepare(fixture, originalFile)
    expect((await seenFields(keptFile, 1)).map(({ name }) => name)).toContain('rent')
    const { bytes: signedFile } = await prepare(fixture, await signedElsewhere(fixture, originalFile), {
      replaceFileFields: true,
    })
    expect((await paint(signedFile, 2)).ink(tag)).not.toBeNull()
  })
})
