import {
  PDF,
  type PdfArray,
  type PdfDict,
  type PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { asDict, resolver } from '#lib/pdf/check/inspect'
import { makeTimestampField } from '#lib/pdf/fields/timestamp-field'
import { archivePdf, type Claims } from '#lib/pdf/fixtures/archive'
import {
  ada,
  allRevisions,
  makeProcessFixture,
  type ProcessFixture,
  prepare,
  zhang,
} from './fixtures/process.ts'
import { verifyPdf } from './verify.ts'

let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

/** Every object that the revisions of a process have added, as read from the signed file. */
async function addedObjects(claims: Claims): Promise<{ pdf: PDF; objects: PdfObject[] }> {
  const original = archivePdf(claims)
  const { sealed } = await allRevisions(fixture, original, { stamp: 'TEST' })
  expect((await verifyPdf(sealed)).valid).toBe(true)
  const pdf = await PDF.load(sealed)
  const first = (await PDF.load(original)).context.registry.nextObjectNumber
  const last = pdf.context.registry.nextObjectNumber
  const numbers = Array.from({ length: last - first }, (_, index) => first + index)
  return { pdf, objects: numbers.flatMap((number) => pdf.context.resolve(PdfRef.of(number)) ?? []) }
}

const isStream = (object: PdfObject) => object instanceof PdfStream
const contents = (objects: PdfObject[]) =>
  objects
    .filter(isStream)
    .filter((stream) => stream.getName('Subtype')?.value === 'Form')
    .map((stream) => Buffer.from(stream.getDecodedData()).toString('latin1'))
    .join('\n')
const images = (objects: PdfObject[]) =>
  objects.filter(isStream).filter((stream) => stream.getName('Subtype')?.value === 'Image')
const descriptors = (objects: PdfObject[]) =>
  objects.flatMap((object) => {
    const dict = asDict(object)
    return dict?.getName('Type')?.value === 'FontDescriptor' ? [dict] : []
  })
const hasBlendMode = (objects: PdfObject[]) =>
  objects.some((object) => asDict(asDict(object)?.get('Resources'))?.has('ExtGState'))

describe('what is added to a file that claims PDF/A', () => {
  test('part 1: glyphs listed for each subset, no soft mask, no blend mode', async () => {
    const { objects } = await addedObjects({ archive: { part: 1, level: 'B' } })
    expect(descriptors(objects).length).toBeGreaterThan(1)
    for (const descriptor of descriptors(objects)) expect(descriptor.has('CIDSet')).toBe(true)
    const [image] = images(objects).filter((candidate) => candidate.has('Mask'))
    expect(image?.has('SMask')).toBe(false)
    expect(images(objects).some((candidate) => candidate.has('SMask'))).toBe(false)
    expect(hasBlendMode(objects)).toBe(false)
    expect(contents(objects)).toMatch(/ rg/)
  })

  test.each([1, 2])(
    'part %i: only part 1 demands an appearance of the field of a document time stamp',
    async (part) => {
      const pdf = await PDF.load(archivePdf({ archive: { part, level: 'B' } }))
      pdf.getOrCreateForm()
      const page = pdf.getPage(0)!.ref
      expect(makeTimestampField(pdf, 'paraph-1', page).has('AP')).toBe(part === 1)
    },
  )

  test('parts 2 and 3 with an output intent: soft masks stay', async () => {
    const { objects } = await addedObjects({ archive: { part: 2, level: 'B' } })
    expect(descriptors(objects).some((descriptor) => descriptor.has('CIDSet'))).toBe(false)
    expect(images(objects).some((image) => image.has('SMask'))).toBe(true)
    expect(hasBlendMode(objects)).toBe(true)
  })

  test.each([
    ['of four components', { archive: { part: 2, level: 'U' }, components: 4 }, true],
    ['of one component', { archive: { part: 3, level: 'B' }, components: 1 }, true],
    ['that is missing', { archive: { part: 2, level: 'B' }, components: 0 }, false],
    ['of part 4', { archive: { part: 4, level: 'F' } }, true],
  ] satisfies [string, Claims, boolean][])(
    'output intent %s: no colour of a device',
    async (_, claims, softMasks) => {
      const { objects } = await addedObjects(claims)
      expect(contents(objects)).not.toMatch(/ (rg|RG|g|G|k|K)\b/)
      expect(contents(objects)).toContain('/ParaphRGB cs')
      for (const image of images(objects)) {
        const isMask = image.has('ImageMask') || image.getName('ColorSpace')?.value === 'DeviceGray'
        if (!isMask) expect((image.get('ColorSpace') as PdfArray).at(0)).toMatchObject({ value: 'CalRGB' })
      }
      expect(images(objects).some((image) => image.has('SMask'))).toBe(softMasks)
    },
  )

  test('a file without a claim is drawn with soft masks, in DeviceRGB', async () => {
    const { objects } = await addedObjects({})
    expect(images(objects).some((image) => image.has('SMask'))).toBe(true)
    expect(contents(objects)).not.toContain('/ParaphRGB')
    expect(contents(objects)).not.toContain('MCID')
  })
})

describe('what is added to a file that claims PDF/UA or level A', () => {
  /** The structure element of an annotation, by its /StructParent. */
  function elementOf(pdf: PDF, annotation: PdfDict): PdfDict | null {
    const resolve = resolver(pdf)
    const tree = pdf.context.catalog
      .getDict()
      .getDict('StructTreeRoot', resolve)
      ?.getDict('ParentTree', resolve)
    const numbers = tree?.getArray('Nums', resolve)?.toArray() ?? []
    const key = annotation.getNumber('StructParent')?.value
    const at = numbers.findIndex((item, index) => index % 2 === 0 && (item as PdfNumber).value === key)
    const element = numbers[at + 1]
    return at >= 0 && element instanceof PdfRef ? asDict(resolve(element)) : null
  }

  test('every widget in a PDF/UA has a label and a Form element', async () => {
    const { sealed } = await allRevisions(fixture, archivePdf({ accessible: true }))
    const pdf = await PDF.load(sealed)
    const resolve = resolver(pdf)
    const page = asDict(resolve(pdf.context.pages.getPages()[0]!))!
    const widgets = page.getArray('Annots', resolve)!.toArray() as PdfRef[]
    expect(widgets.length).toBeGreaterThan(10)
    for (const ref of widgets) {
      const widget = asDict(resolve(ref))!
      const element = elementOf(pdf, widget)
      expect(element?.getName('S')?.value).toBe('Form')
      expect((element!.get('K') as PdfDict).getRef('Obj')?.objectNumber).toBe(ref.objectNumber)
      const label = widget.getString('TU') ?? asDict(widget.get('Parent', resolve))?.getString('TU')
      expect(label?.asString()).toBeTruthy()
    }
    expect(page.getName('Tabs')?.value).toBe('S')
    const root = pdf.context.catalog.getDict().getDict('StructTreeRoot', resolve)!
    const kids = (asDict(resolve(root.getRef('K')!))!.get('K') as PdfArray).toArray()
    expect(kids).toHaveLength(1 + widgets.length)
  })

  test.each<[string, Claims]>([
    ['PDF/UA', { accessible: true }],
    ['PDF/A-1a', { archive: { part: 1, level: 'A' } }],
  ])('%s: the content of an appended page is part of the structure', async (_, claims) => {
    const { bytes } = await prepare(fixture, archivePdf(claims), {
      zones: [],
      signers: [ada, zhang],
    })
    const pdf = await PDF.load(bytes)
    const resolve = resolver(pdf)
    const page = asDict(resolve(pdf.context.pages.getPages()[1]!))!
    const content = page.get('Contents', resolve) as PdfStream
    const text = Buffer.from(content.getDecodedData()).toString('latin1')
    expect(text.match(/\/P <<\/MCID \d>> BDC/g)).toHaveLength(3)
    expect(text.match(/\/Artifact BMC/g)).toHaveLength(2)
    expect(text.match(/EMC/g)).toHaveLength(5)
    expect(page.getNumber('StructParents')?.value).toBeGreaterThan(0)
  })
})
