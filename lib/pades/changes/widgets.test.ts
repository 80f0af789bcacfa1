import { type PDF, PdfArray, PdfRef, PdfStream } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { asDict, resolver } from '#lib/pdf/check/inspect'
import { topFields } from '#lib/pdf/fields/fields'
import { dict, numberArray } from '#lib/pdf/file/objects'
import { buildPdf, catalogNumber, firstPage, stream, writeRevision } from '#lib/pdf/fixtures/build'
import {
  ada,
  makeProcessFixture,
  type ProcessFixture,
  prepare,
  signAs,
  signedElsewhere,
  time,
} from '../fixtures/process.ts'
import { makeStamping, testStamper } from '../fixtures/stamps.ts'
import { openForIncrement, saveSigned, saveStamped } from '../increment.ts'
import { sealRevision } from '../seal.ts'
import { verifyPdf } from '../verify.ts'

/** Signature fields whose widget is a dictionary of its own, in /Kids (ISO 32000-2, 12.5.6.19). */

const [field, widget, drawing] = [20, 21, 22]
const xObject = (text: string) =>
  stream(`BT /F1 12 Tf 2 2 Td (${text}) Tj ET`, '/Type /XObject /Subtype /Form /BBox [0 0 200 60]')
const makeWidget = (entries: string, rect = '50 500 250 560') =>
  `<< /Type /Annot /Subtype /Widget /F 4 /Rect [${rect}] ${entries} >>`
const linked = `/Parent ${field} 0 R /AP << /N ${drawing} 0 R >>`

let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

function build(entries = linked, rect?: string): Uint8Array {
  return buildPdf({
    catalog: `/AcroForm << /Fields [${field} 0 R 23 0 R 24 0 R] /SigFlags 3 >>`,
    objects: {
      [firstPage]: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Annots [${widget} 0 R] >>`,
      [field]: `<< /FT /Sig /T (approval) /Kids [${widget} 0 R] >>`,
      [widget]: makeWidget(entries, rect),
      [drawing]: xObject('empty'),
      23: '<< /FT /Sig /T (other) >>',
      24: '<< /FT /Sig /T (third) >>',
    },
  })
}

/** Signs in a field of the file, drawn in its widget. */
async function sign(bytes: Uint8Array, name = 'approval', draw = (_: PDF) => {}): Promise<Uint8Array> {
  const file = await openForIncrement(bytes)
  draw(file.pdf)
  return saveSigned(file, findField(file.pdf, name), { at: time, name, references: [] }, fixture.ada)
}

/** The file with a certification that permits as much as P. */
async function certify(bytes: Uint8Array, P: 1 | 2 | 3): Promise<Uint8Array> {
  const file = await openForIncrement(bytes)
  const params = dict({ Type: '/TransformParams', V: '/1.2', P })
  const reference = dict({ Type: '/SigRef', TransformMethod: '/DocMDP', TransformParams: params })
  const entries = { at: time, name: 'Author', references: [reference], certifies: true }
  return saveSigned(file, findField(file.pdf, 'other'), entries, await fixture.authority.identity('Author'))
}

function findField(pdf: PDF, name: string) {
  return topFields(pdf).find((candidate) => candidate.name === name)!.dict
}

function drawAnother(pdf: PDF): void {
  const form = dict({ Type: '/XObject', Subtype: '/Form', BBox: numberArray([0, 0, 200, 60]) })
  const appearance = dict({ N: pdf.context.register(new PdfStream(form, new TextEncoder().encode('BT ET'))) })
  asDict(pdf.context.resolve(PdfRef.of(widget)))!.set('AP', appearance)
}

/** Which signatures were changed afterwards, and the kinds of what came after the first one. */
async function judge(bytes: Uint8Array) {
  const { signatures, valid } = await verifyPdf(bytes)
  return {
    valid,
    changed: signatures.map(({ changedAfterSigning }) => changedAfterSigning),
    kinds: signatures[0]!.modifications.map(({ kind }) => kind),
  }
}

describe('signing in such a field is no change of an earlier signature', () => {
  const unchanged = { valid: true, changed: [false, false], kinds: ['signature_added'] }

  test('with another appearance', async () => {
    const earlier = await signedElsewhere(fixture, build())
    expect(await judge(await sign(earlier, 'approval', drawAnother))).toEqual(unchanged)
  })

  test('with an appearance that was overwritten in place', async () => {
    const earlier = await signedElsewhere(fixture, build())
    const drawn = writeRevision(earlier, new Map([[drawing, xObject('Ada')]]))
    expect(await judge(await sign(drawn))).toEqual(unchanged)
  })

  test('through this service, in a certified file', async () => {
    const box = { page: 1, x: 50, y: 282, width: 200, height: 60, required: true }
    const zones = [{ ...box, id: '0', signer: ada.id, type: 'signature' as const }]
    const { bytes } = await prepare(fixture, await certify(build(), 2), { zones, signers: [ada] })
    const signed = await signAs(fixture, bytes, ada, zones)
    const sealed = await sealRevision(signed, { identity: fixture.platform, at: time })
    expect(await judge(sealed)).toMatchObject({ valid: true, changed: [false, false, false] })
  })

  test('but a change of another field’s appearance is one', async () => {
    const earlier = await signedElsewhere(fixture, build())
    expect(await judge(await sign(earlier, 'other', drawAnother))).toMatchObject({
      changed: [true, false],
      kinds: expect.arrayContaining(['signature_added', 'field_appearance']),
    })
  })
})

describe('a signature field that loses its area', () => {
  /** Entries of a widget that shows nothing. */
  const empty = `/Parent ${field} 0 R`
  const resize =
    (rect: number[], key = 'Rect') =>
    (pdf: PDF) =>
      asDict(pdf.context.resolve(PdfRef.of(widget)))!.set(key, numberArray(rect))
  /** The field and its widget as one dictionary. */
  const merge = (bytes: Uint8Array, subtype = 'Widget', flags = 4) =>
    writeRevision(
      bytes,
      new Map([
        [catalogNumber, `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${widget} 0 R 23 0 R] >> >>`],
        [widget, `<< /Subtype /${subtype} /F ${flags} /Rect [50 500 250 560] /FT /Sig /T (approval) >>`],
      ]),
    )
  const changed = { valid: false, changed: [true, false], kinds: expect.arrayContaining(['content']) }

  test.each([
    ['as a dictionary of its own', build(`${empty} /MK << >>`)],
    ['as one dictionary with its widget', merge(build())],
  ])('as its signer signs, %s, is no change', async (_, bytes) => {
    const earlier = await sign(bytes, 'other')
    expect(await judge(await sign(earlier, 'approval', resize([0, 0, 0, 0])))).toEqual({
      valid: true,
      changed: [false, false],
      kinds: ['signature_added'],
    })
  })

  test.each([
    [50, 500, 251, 560],
    [50, 500, 50, 560],
    [50, 500, 250, 500],
    [0, 0, 0],
    [0, 0, 0, 0, 0],
  ])('is a change with the area %d %d %d %d', async (...rect) => {
    const earlier = await sign(merge(build()), 'other')
    expect(await judge(await sign(earlier, 'approval', resize(rect.filter(Number.isFinite))))).toEqual(
      changed,
    )
  })

  test.each([linked, `${empty} /MK << /BG [1 1 1] >>`, `${empty} /MK << /BC [0] >>`])(
    'is a change where it showed something, %s',
    async (entries) => {
      const earlier = await sign(build(entries), 'other')
      expect(await judge(await sign(earlier, 'approval', resize([0, 0, 0, 0])))).toEqual(changed)
    },
  )

  test('is a change before it is signed, as another is, or with a time stamp', async () => {
    const earlier = await sign(build(empty), 'other')
    const emptied = writeRevision(earlier, new Map([[widget, makeWidget(empty, '0 0 0 0')]]))
    expect(await judge(await sign(emptied))).toEqual(changed)
    expect(await judge(await sign(earlier, 'third', resize([0, 0, 0, 0])))).toEqual(changed)
    const file = await openForIncrement(earlier)
    resize([0, 0, 0, 0])(file.pdf)
    const stamp = makeStamping(await testStamper(() => time), time)
    expect(await judge(await saveStamped(file, findField(file.pdf, 'approval'), { stamp }))).toEqual(changed)
  })

  test('is a change where it is drawn elsewhere, or without bounds', async () => {
    const polygon = await sign(merge(build(), 'Polygon', 6), 'other')
    expect(await judge(await sign(polygon, 'approval', resize([0, 0, 0, 0])))).toEqual(changed)
    const unbounded = await sign(await sign(build(empty), 'other'), 'approval', (pdf) => {
      resize([0, 0, 0, 0])(pdf)
      const form = new PdfStream(dict({ Subtype: '/Form' }), new TextEncoder().encode('BT ET'))
      asDict(pdf.context.resolve(PdfRef.of(widget)))!.set('AP', dict({ N: pdf.context.register(form) }))
    })
    expect((await judge(unbounded)).changed).toEqual([true, false])
  })
})

test.each([2, 3] as const)('under P=%i a field that looks signed but is not is a change', async (P) => {
  const certified = await certify(build(), P)
  const renewed = await sign(certified, 'third', drawAnother)
  const inPlace = await sign(writeRevision(certified, new Map([[drawing, xObject('Ada')]])), 'third')
  for (const bytes of [renewed, inPlace])
    expect(await judge(bytes)).toEqual({
      valid: true,
      changed: [true, false],
      kinds: expect.arrayContaining(['signature_added', 'field_appearance']),
    })
})

describe('a field that looks signed, whose value is no signature, is a change', () => {
  const approval = `/FT /Sig /T (approval) /Kids [${widget} 0 R]`
  const changed = { valid: true, changed: [true], kinds: ['field_appearance'] }

  test.each(['null', '700 0 R'])('%s, as before', async (value) => {
    const inField = writeRevision(build(), new Map([[field, `<< ${approval} /V ${value} >>`]]))
    for (const bytes of [inField, build(`${linked} /V ${value}`)]) {
      const earlier = await sign(bytes, 'other')
      expect(await judge(writeRevision(earlier, new Map([[drawing, xObject('Ada')]])))).toEqual(changed)
    }
  })

  test.each(['null', '700 0 R', '5'])('%s, with the change', async (value) => {
    const entries = `${linked.replace(`${drawing} 0 R`, '9000 0 R')} /V ${value}`
    const renewed = new Map([
      [widget, makeWidget(entries)],
      [9000, xObject('Ada')],
    ])
    expect(await judge(writeRevision(await sign(build(), 'other'), renewed))).toEqual(changed)
  })
})

describe('a field that looks signed is a change beside a text field with its name', () => {
  const text = (entries = '') => `<< /FT /Tx /T (approval) ${entries} >>`

  test.each([
    ['that is filled in', '/V (x)', ['field_filled', 'field_appearance']],
    ['whose appearance was changed', `/AP << /N 9000 0 R >>`, ['field_appearance']],
  ])('%s', async (_, entries, kinds) => {
    for (const number of [19, 25]) {
      const form = `/AcroForm << /Fields [${field} 0 R 23 0 R 24 0 R ${number} 0 R] /SigFlags 3 >>`
      const objects = new Map([
        [catalogNumber, `<< /Type /Catalog /Pages 2 0 R ${form} >>`],
        [number, text()],
      ])
      const certified = await certify(writeRevision(build(), objects), 2)
      const changes = new Map([
        [number, text(entries)],
        [drawing, xObject('Ada')],
        [9000, xObject('x')],
      ])
      const judgement = await judge(await sign(writeRevision(certified, changes), 'third'))
      expect(judgement).toMatchObject({ valid: true, changed: [true, false] })
      expect(judgement.kinds).toEqual(expect.arrayContaining(kinds))
    }
  })
})

describe('a signature whose appearance was replaced afterwards is not valid', () => {
  const fault = [expect.stringMatching(/approval was changed although it is signed/)]
  const other = `/AP << /N ${drawing} 0 R >>`

  test.each([
    ['with its field above it', linked],
    ['without a field above it', other],
    ['with another field above it', `/Parent 23 0 R ${other}`],
  ])('%s', async (_, entries) => {
    const signed = await sign(build(entries))
    expect(await judge(signed)).toEqual({ valid: true, changed: [false], kinds: [] })
    const inPlace = writeRevision(signed, new Map([[drawing, xObject('Attacker')]]))
    const renewed = writeRevision(
      signed,
      new Map([
        [widget, makeWidget(entries.replace(`${drawing} 0 R`, '9000 0 R'))],
        [9000, xObject('Attacker')],
      ]),
    )
    for (const bytes of [inPlace, renewed]) {
      const { signatures } = await verifyPdf(bytes)
      expect(signatures[0]).toMatchObject({ valid: false, changedAfterSigning: true, faults: fault })
    }
  })

  test('also where another field, which is above it, is signed with the change', async () => {
    const signed = await sign(build(`/Parent 23 0 R ${other}`))
    const { signatures } = await verifyPdf(await sign(signed, 'other', drawAnother))
    expect(signatures[0]).toMatchObject({ valid: false, changedAfterSigning: true, faults: fault })
  })
})

describe('a time stamp in a field does not account for another appearance', () => {
  const drawn = `/AP << /N ${drawing} 0 R >>`

  test.each([
    [
      'that names it as its parent',
      { [field]: '<< /FT /Sig /T (stamp) >>' },
      'stamp',
      `/FT /Sig /T (w) /Parent ${field} 0 R`,
    ],
    [
      'two levels below it',
      {
        [field]: '<< /FT /Sig /T (stamp) /Kids [24 0 R] >>',
        24: `<< /T (m) /Parent ${field} 0 R /Kids [${widget} 0 R] >>`,
      },
      'stamp',
      '/T (w) /Parent 24 0 R',
    ],
  ])('%s', async (_, fields, name, entries) => {
    const bytes = buildPdf({
      catalog: `/AcroForm << /Fields [${field} 0 R 23 0 R${entries.includes('24') ? '' : ` ${widget} 0 R`}] /SigFlags 3 >>`,
      objects: {
        [firstPage]: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Annots [${widget} 0 R] >>`,
        [widget]: makeWidget(`${entries} ${drawn}`),
        [drawing]: xObject('empty'),
        23: '<< /FT /Sig /T (other) >>',
        ...fields,
      },
    })
    const file = await openForIncrement(await sign(bytes, 'other'))
    drawAnother(file.pdf)
    const stamp = makeStamping(await testStamper(() => time), time)
    const { signatures } = await verifyPdf(await saveStamped(file, findField(file.pdf, name), { stamp }))
    expect(signatures[0]).toMatchObject({ changedAfterSigning: true })
  })
})

test('a document time stamp whose widget has an appearance is no change, but more than an update', async () => {
  const file = await openForIncrement(await signedElsewhere(fixture, build(linked, '0 0 0 0')))
  drawAnother(file.pdf)
  const stamp = makeStamping(await testStamper(() => time), time)
  const { signatures } = await verifyPdf(await saveStamped(file, findField(file.pdf, 'approval'), { stamp }))
  expect(signatures[0]).toMatchObject({ changedAfterSigning: false, modificationLevel: 'form_filling' })
  expect(signatures[0]!.modifications).toMatchObject([{ kind: 'time_stamp_added' }])
})

test('of two document time stamps in new fields with one name, the one with an appearance is more than an update', async () => {
  for (const isReversed of [false, true]) {
    const file = await openForIncrement(await signedElsewhere(fixture, build()))
    const { pdf } = file
    const resolve = resolver(pdf)
    const bounds = dict({ BBox: numberArray([0, 0, 9, 9]) })
    const look = dict({ N: pdf.context.register(new PdfStream(bounds, new Uint8Array(2))) })
    const value = dict({ Type: '/DocTimeStamp', SubFilter: '/ETSI.RFC3161' })
    const stampField = dict({ FT: '/Sig', T: 'Stamp' })
    const fields = [stampField, dict({ FT: '/Sig', T: 'Stamp', V: value, AP: look })]
    const list = pdf.context.catalog.getDict().getDict('AcroForm', resolve)!.getArray('Fields', resolve)!
    for (const one of isReversed ? fields.toReversed() : fields) list.push(pdf.context.register(one))
    const stamp = makeStamping(await testStamper(() => time), time)
    const { signatures } = await verifyPdf(await saveStamped(file, stampField, { stamp }))
    expect(signatures[0]).toMatchObject({ changedAfterSigning: false, modificationLevel: 'form_filling' })
  }
})

test('a document time stamp in a new field with a widget that shows nothing is permitted under P=1', async () => {
  const file = await openForIncrement(await certify(build(), 1))
  const { pdf } = file
  const resolve = resolver(pdf)
  const stampField = dict({ FT: '/Sig', T: 'Stamp' })
  const stampWidget = dict({ Type: '/Annot', Subtype: '/Widget', F: 132, Rect: numberArray([0, 0, 0, 0]) })
  const [fieldRef, widgetRef] = [stampField, stampWidget].map((one) => pdf.context.register(one))
  stampField.set('Kids', PdfArray.of(widgetRef!))
  stampWidget.set('Parent', fieldRef!)
  const form = pdf.context.catalog.getDict().getDict('AcroForm', resolve)!
  form.getArray('Fields', resolve)!.push(fieldRef!)
  pdf.getPage(0)!.dict.getArray('Annots', resolve)!.push(widgetRef!)
  const stamp = makeStamping(await testStamper(() => time), time)
  expect(await judge(await saveStamped(file, stampField, { stamp }))).toEqual({
    valid: true,
    changed: [false, false],
    kinds: ['time_stamp_added'],
  })
})
