import { PDF, type PdfRef, type PdfStream } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { asDict, resolver } from '#lib/pdf/check/inspect'
import { fieldLock, topFields } from '#lib/pdf/fields/fields'
import { makeTimestampField } from '#lib/pdf/fields/timestamp-field'
import { readDrawing } from '#lib/pdf/fields/value-format'
import { dict, textString } from '#lib/pdf/file/objects'
import { buildPdf, stream } from '#lib/pdf/fixtures/build'
import { fieldsInFile } from '#lib/pdf/import/fields-in-file'
import type { FileField } from '#lib/pdf/import/file-field'
import { readDrawnText } from '#lib/pdf/import/page-text'
import type { Zone } from '#lib/pdf/zones'
import { inEnglish } from '#lib/testing/values/problems'
import { certifyForm } from './fixtures/certified.ts'
import {
  ada,
  allRevisions,
  makeProcessFixture,
  type ProcessFixture,
  prepare,
  readPages,
  time,
  twoPages,
  zhang,
} from './fixtures/process.ts'
import { makeStamping, testStamper } from './fixtures/stamps.ts'
import { openForIncrement, saveSigned, saveStamped } from './increment.ts'
import { isSignedBefore } from './kept-fields.ts'
import { sealRevision } from './seal.ts'
import { signRevision } from './sign.ts'
import { assertSealable } from './trial.ts'
import { verifyPdf } from './verify.ts'

const signature = { kind: 'text', text: ada.name } as const
const script = (code: string, trigger = 'F') =>
  `/AA << /${trigger} << /S /JavaScript /JS (${code.replace(/[()]/g, '\\$&')}) >> >>`

/** The author's fields by name. */
const fields = [
  `/FT /Tx /Ff 1 /T (price) /V (12345.5) ${script('AFNumber_Format(2, 0, 0, 0, "$", true);')}`,
  `/FT /Tx /T (deposit) /V (1,250.00) ${script('AFNumber_Format(2, 0, 0, 0, "$", true);')}`,
  `/FT /Tx /Ff 1 /T (rate) /V (0.19) ${script('AFPercent_Format(2, 0);')}`,
  '/FT /Tx /Ff 1 /T (code) /V (ABC-123)',
  '/FT /Tx /Ff 33558528 /T (rich) /V (one\\rtwo) /RV (<body><p>one</p><p>two</p></body>)',
  '/FT /Tx /Ff 16777216 /MaxLen 5 /T (comb) /V (123)',
  '/FT /Tx /T (empty)',
  '/FT /Ch /Ff 131072 /T (size) /Opt [[(s) (Small)] [(l) (Large)]] /V (l) /I [1]',
  '/FT /Ch /Ff 393216 /T (town) /Opt [(Ulm) (Bonn)] /V (Oberammergau)',
  '/FT /Btn /T (agree) /V /On /AS /On /AP << /N << /On 60 0 R /Off 60 0 R >> >>',
  '/FT /Btn /T (decline) /AP << /N << /On 60 0 R /Off 60 0 R >> >>',
  `/FT /Tx /T (total) /V (0.19) ${script('AFSimple_Calculate("SUM", "rate");', 'C')}`,
  '/FT /Tx /Ff 1 /T (code39) /V (ABC-123) /PMD << /Type /PaperMetaData >>',
]
/** What the fields draw, by their names: those with a drawing of text. */
const drawnTexts: Record<string, string> = {
  ...{
    price: '$12,345.50',
    deposit: '$1,250.00',
    rate: '19.00%',
    code: 'ABC-123',
    rich: 'one two',
    comb: '123',
  },
  ...{ size: 'Large', town: 'Oberammergau', total: '0.19' },
}
const bars = '0 g 2 2 3 16 re f'
const firstObject = 20
const places = fields.map((_, index) => `${firstObject + index} 0 R`).join(' ')
const names = fields.map((field) => /\/T \((\w+)\)/.exec(field)![1]!)

const helvetica = '<< /Font << /Helv << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'

let fixture: ProcessFixture
let certified: Uint8Array

beforeAll(async () => {
  fixture = await makeProcessFixture()
  certified = await makeCertified()
})

/**
 * The certified form, whose fields draw their values.
 * @param drawing what all of them draw instead
 * @param first entries of the field in which others sign
 * @param texts what fields draw instead, by their names
 */
function makeCertified(drawing?: string, listed = fields, first = '', texts = {}): Promise<Uint8Array> {
  const xobject = `/Type /XObject /Subtype /Form /BBox [0 0 150 20] /Resources ${helvetica}`
  const drawings = names.map((name, index) => {
    const text = { ...drawnTexts, ...texts }[name]
    return [100 + index, stream(drawing ?? (text ? `BT /Helv 9 Tf 2 5 Td (${text}) Tj ET` : bars), xobject)]
  })
  const widget = (index: number) =>
    `/Type /Annot /Subtype /Widget /F 4 /Rect [50 ${780 - 40 * index} 200 ${800 - 40 * index}]`
  const button = (left: number, state: string) =>
    `/Type /Annot /Subtype /Widget /F 4 /Rect [${left} 300 ${left + 14} 314] /Parent 43 0 R ` +
    `/AS /${state === 'b' ? 'b' : 'Off'} /AP << /N << /${state} 60 0 R /Off 60 0 R >> >>`
  const form = buildPdf({
    pages: [{ mediaBox: [0, 0, 595, 842] }],
    catalog: `/AcroForm << /Fields [${places} 43 0 R 46 0 R 47 0 R 48 0 R] /SigFlags 3 /DA (/Helv 0 Tf 0 g) >>`,
    objects: {
      ...Object.fromEntries(
        listed.map((field, index) => {
          const appearance = field.includes('/AP') ? '' : `/AP << /N ${100 + index} 0 R >>`
          return [firstObject + index, `<< ${widget(index)} ${field} ${appearance} >>`]
        }),
      ),
      43: '<< /FT /Btn /Ff 49152 /T (choice) /V /b /Kids [44 0 R 45 0 R] >>',
      44: `<< ${button(300, 'a')} >>`,
      45: `<< ${button(340, 'b')} >>`,
      46: '<< /Type /Annot /Subtype /Widget /F 4 /Rect [300 500 450 560] /FT /Sig /T (signature) >>',
      47: '<< /Type /Annot /Subtype /Widget /F 132 /Rect [0 0 0 0] /FT /Sig /T (author) >>',
      48: `<< /Type /Annot /Subtype /Widget /F 4 /Rect [300 600 450 660] /FT /Sig /T (first) ${first} >>`,
      ...Object.fromEntries(drawings),
      49: '<< /PMD << /Type /PaperMetaData >> >>',
      50: '<< /T (below) /FT /Tx /Parent 48 0 R >>',
      60: stream(drawing ?? bars, xobject),
      1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Annots [${places} 44 0 R 45 0 R 46 0 R 47 0 R 48 0 R] >>`,
    },
  })
  return certifyForm(fixture, form, 2)
}

/** A number as a process in German shows it. */
const inGerman = (number: string) => Number(number).toLocaleString('de', { maximumFractionDigits: 20 })

/** The zones of a process that imports the fields, with their values. */
function toZones(imported: FileField[]): Zone[] {
  const toImport = imported.filter(({ name }) => name !== 'first')
  return toImport.flatMap(({ name, type, value, readOnly, options, layout, ...field }): Zone[] => {
    const { page, x, y, width, height, required, editable } = field
    const shared = { signer: ada.id, page, x, y, width, height, required, editable }
    const zone = { ...shared, id: name, type, readOnly, options }
    if (type === 'number' && value !== null) return [{ ...zone, value: inGerman(value), number: value }]
    if (type !== 'radio') return [{ ...zone, ...(value !== null && { value }) }]
    return layout.widgets!.map((place, index) => ({
      ...{ ...zone, id: `${name}.${index}`, group: name, options: [place.option!] },
      ...{ x: x + place.dx, y: y + place.dy, width: place.width, height: place.height },
      value: String(value === place.option),
    }))
  })
}

/** The values of a signer who keeps all of them. */
function keptValues(zones: Zone[]): Record<string, string | boolean> {
  const filled = zones.filter(({ type }) => type !== 'signature')
  return Object.fromEntries(
    filled.map(({ id, type, value = '' }) => [
      id,
      type === 'checkbox' || type === 'radio' ? value === 'true' : value,
    ]),
  )
}

async function process(
  file: Uint8Array,
  changed: Record<string, string | boolean> = {},
  numbers: Record<string, string> = {},
) {
  const zones = toZones((await fieldsInFile(file)).fields)
  const { bytes: prepared } = await prepare(fixture, file, { zones, signers: [ada] })
  const total: Record<string, string> = zones.some(({ id }) => id === 'total') ? { total: '0,19' } : {}
  const values = { ...keptValues(zones), ...total, ...changed }
  const plain = { total: '0.19', ...numbers }
  const input = { signer: ada, identity: fixture.ada, at: time, values, numbers: plain, signature }
  const signed = await signRevision(prepared, input)
  return { signed, sealed: await sealRevision(signed, { identity: fixture.platform, at: time }) }
}

/** The author's fields of which later revisions have another version. */
function touchedFields(before: Uint8Array, after: Uint8Array): string[] {
  const added = Buffer.from(after.subarray(before.length)).toString('latin1')
  const numbers = new Set([...added.matchAll(/^(\d+) 0 obj/gm)].map(([, number]) => Number(number)))
  const listed = [...names.entries()].map(([index, name]) => [firstObject + index, name] as const)
  const buttons = [43, 44, 45].map((number) => [number, 'choice'] as const)
  return [...listed, ...buttons].flatMap(([number, name]) => (numbers.has(number) ? [name] : []))
}

/** The file after somebody signed in the author's field `first` with other software. */
async function signElsewhere(locked: string[] = [], form = certified): Promise<Uint8Array> {
  const file = await openForIncrement(form)
  const first = topFields(file.pdf).find(({ name }) => name === 'first')!.dict
  const params = fieldLock('TransformParams', 'Include', locked)
  const lock = dict({ Type: '/SigRef', TransformMethod: '/FieldMDP', TransformParams: params })
  const entries = { at: time, name: 'Stranger', references: locked.length > 0 ? [lock] : [] }
  return saveSigned(file, first, entries, await fixture.authority.identity('Stranger'))
}

const changes = async (bytes: Uint8Array) =>
  (await verifyPdf(bytes)).signatures.map(({ changedAfterSigning }) => changedAfterSigning)

describe('the fields of a certified file', () => {
  test('of which each value is kept stay as they are, also after an earlier signature', async () => {
    for (const file of [certified, await signElsewhere()]) {
      const { sealed } = await process(file)
      expect(touchedFields(file, sealed)).toEqual([])
      expect(new Set(await changes(sealed))).toEqual(new Set([false]))
    }
  })

  test('keep drawings that seem to show other values, where somebody has signed them', async () => {
    const form = await makeCertified('BT /Helv 9 Tf 2 5 Td (drawn) Tj ET')
    const signed = await signElsewhere([], form)
    const { sealed } = await process(signed)
    expect(touchedFields(signed, sealed)).toEqual([])
    expect(new Set(await changes(sealed))).toEqual(new Set([false]))
    expect(touchedFields(form, (await process(form)).signed)).toContain('code')
  })

  test('keep other drawings, where a process that has them was sent after somebody signed', async () => {
    const form = await makeCertified('BT /Helv 9 Tf 2 5 Td (drawn) Tj ET')
    const signed = await signElsewhere([], form)
    const zones = toZones((await fieldsInFile(form)).fields)
    const values = { ...keptValues(zones), total: '0,19' }
    const ofZones = zones.flatMap(({ id, number }) => (number === undefined ? [] : [[id, number]]))
    const numbers = { ...Object.fromEntries(ofZones), total: '0.19' }
    const input = { signer: ada, identity: fixture.ada, at: time, values, numbers, signature }
    // Without its values, nothing is filled in before the signer signs.
    for (const given of [zones, zones.map(({ value, ...zone }) => zone)]) {
      const { bytes: prepared } = await prepare(fixture, signed, { zones: given, signers: [ada] })
      const sealed = await sealRevision(await signRevision(prepared, input), {
        identity: fixture.platform,
        at: time,
      })
      expect(touchedFields(signed, sealed)).toEqual([])
      expect(new Set(await changes(sealed))).toEqual(new Set([false]))
    }
  })

  test('are signed before only by others than the signers of the process', async () => {
    for (const [file, isBefore] of [[certified, false] as const, [await signElsewhere(), true] as const]) {
      const { signed } = await process(file)
      expect(await isSignedBefore(await openForIncrement(signed))).toBe(isBefore)
    }
  })

  test('have the value that a button shows, also where another signer signs first', async () => {
    const listed = fields.map((field) => field.replace('/V /On /AS /On', '/AS /On'))
    const form = await makeCertified(undefined, listed)
    const place = { page: 1, x: 50, y: 402, width: 150, height: 20 }
    const zone: Zone = { id: 'agree', signer: zhang.id, type: 'checkbox', required: true, ...place }
    const { bytes } = await prepare(fixture, form, { zones: [zone], signers: [ada, zhang] })
    const input = { identity: fixture.ada, at: time, signature }
    const second = await signRevision(bytes, { ...input, signer: ada, values: {} })
    for (const file of [bytes, second]) {
      const signed = await signRevision(file, { ...input, signer: zhang, values: { agree: true } })
      const field = topFields(await PDF.load(signed)).find(({ name }) => name === 'agree')!.dict
      expect(field.getName('V')!.value).toBe('On')
    }
  })

  test('lose a value that no button shows, where its signer leaves them off', async () => {
    const listed = fields.map((field) => field.replace('/V /On /AS /On', '/V /On /AS /Off'))
    const signed = await signElsewhere([], await makeCertified(undefined, listed))
    const { sealed } = await process(signed, { agree: false })
    const field = topFields(await PDF.load(sealed)).find(({ name }) => name === 'agree')!.dict
    expect(field.getName('V')!.value).toBe('Off')
  })

  test.each([
    ['empty', 'Ada', {}],
    ['comb', '12', {}],
    ['code', 'ABC-124', {}],
    ['size', 'Small', {}],
    ['town', 'Ulm', {}],
    ['rich', 'one', {}],
    ['agree', false, {}],
    ['decline', true, {}],
    ['deposit', '1,25', { deposit: '1.25' }],
    ['total', '0,2', { total: '0.2' }],
  ])('stay as they are but for %s, which its signer changes', async (name, value, numbers) => {
    const { signed } = await process(certified, { [name]: value }, numbers)
    expect(touchedFields(certified, signed)).toEqual([name])
  })

  test('of radio buttons change together', async () => {
    const { signed } = await process(certified, { 'choice.0': true, 'choice.1': false })
    expect(new Set(touchedFields(certified, signed))).toEqual(new Set(['choice']))
  })

  test('with a number format get a number that scripts can read, drawn as the signer saw it', async () => {
    const { signed } = await process(certified, { deposit: '1.250,5' }, { deposit: '1250.5' })
    const pdf = await PDF.load(signed)
    const field = topFields(pdf).find(({ name }) => name === 'deposit')!.dict
    expect(field.getString('V')!.asString()).toBe('1250.5')
    const normal = asDict(field.get('AP', resolver(pdf)))!.get('N') as PdfRef
    expect(readDrawnText(pdf, pdf.context.resolve(normal) as PdfStream)).toBe('1.250,5')
  })
})

const withFieldBelow = '/Kids [50 0 R]'

test.each([
  ['a signature', ''],
  ['one whose field has another below', withFieldBelow],
])('what %s locks is no field to fill in, and the file can be sent without it', async (_, first) => {
  const form = await makeCertified(undefined, fields, first)
  const locked = await signElsewhere(['price', 'town', 'choice', 'first'], form)
  const { fields: imported, problems } = inEnglish(await fieldsInFile(locked))
  expect(imported.map(({ name }) => name)).toEqual([
    ...names.filter((name) => !['price', 'town', 'code39'].includes(name)),
    'signature',
  ])
  const reason = 'The signature “Stranger” locks the field: it is not imported.'
  for (const name of ['price', 'town', 'choice'])
    expect(problems).toContainEqual({ source: 'form', page: 1, text: name, message: reason })
  const input = { zones: toZones(imported), signers: [ada], pages: await readPages(locked), at: time }
  await assertSealable(locked, { ...input, identity: fixture.platform })
})

test('a bar code is no field to fill in: signers see it as it is drawn', async () => {
  const { fields: imported, problems } = inEnglish(await fieldsInFile(certified))
  expect(imported.map(({ name }) => name)).not.toContain('code39')
  const message = 'The field is a bar code: it is not imported.'
  expect(problems).toContainEqual({ source: 'form', page: 1, text: 'code39', message })
})

test.each(['/PMD << /Type /PaperMetaData >>', '/Parent 49 0 R'])(
  'a bar code (%s) that a process has is drawn again only with another value',
  async (entry) => {
    const listed = fields.map((field) => field.replace('/PMD << /Type /PaperMetaData >>', entry))
    const form = await makeCertified(undefined, listed)
    expect((await fieldsInFile(form)).fields.map(({ name }) => name)).not.toContain('code39')
    const place = { page: 1, x: 50, y: 522, width: 150, height: 20 }
    const value = 'ABC-123'
    const zone: Zone = { id: 'c', signer: ada.id, type: 'text', required: true, value, ...place }
    const { bytes } = await prepare(fixture, form, { zones: [zone], signers: [ada] })
    const input = { signer: ada, identity: fixture.ada, at: time, signature }
    const touched = async (c: string) =>
      touchedFields(form, await signRevision(bytes, { ...input, values: { c } }))
    expect(await touched(value)).toEqual([])
    expect(await touched('ABC-124')).toEqual(['code39'])
    const trial = { zones: [zone], signers: [ada], pages: await readPages(form), at: time }
    await expect(assertSealable(form, { ...trial, identity: fixture.platform })).rejects.toThrow(
      'is a bar code, which signers cannot read',
    )
  },
)

test.each([
  ['is locked', ['rate'], '0.19'],
  ['shows another value', [], '0.2'],
])('a field that is calculated from one which %s is none to fill in', async (_, locked, value) => {
  const listed = fields.map((field) =>
    field
      .replace('/T (rate) /V (0.19)', `/T (rate) /V (${value})`)
      .replace('/T (code)', `/T (code) ${script('AFSimple_Calculate("SUM", "total");', 'C')}`),
  )
  const signed = await signElsewhere(locked, await makeCertified(undefined, listed))
  const { fields: imported, problems } = inEnglish(await fieldsInFile(signed))
  for (const [text, operand] of [
    ['total', 'rate'],
    ['code', 'total'],
  ]) {
    expect(imported.map(({ name }) => name)).not.toContain(text)
    const message = `The field is calculated from “${operand}”, which is not imported: it is not imported either.`
    expect(problems).toContainEqual({ source: 'form', page: 1, text, message })
  }
})

test('a bar code that a process of an earlier version has is drawn with its value where its drawing has another text', async () => {
  const form = await makeCertified('BT /Helv 9 Tf 2 5 Td (drawn) Tj ET')
  const place = { page: 1, x: 50, y: 522, width: 150, height: 20 }
  const value = 'ABC-123'
  const zone: Zone = { id: 'c', signer: ada.id, type: 'text', required: true, value, ...place }
  const { bytes } = await prepare(fixture, form, { zones: [zone], signers: [ada] })
  const pdf = await PDF.load(bytes)
  const field = topFields(pdf).find(({ name }) => name === 'code39')!.dict
  expect(readDrawing(pdf, field)).toBe(value)
})

test.each(['0.19', '-19'])('a formula has %s where its field is locked', async (value) => {
  const listed = fields.map((field) =>
    field.replace('"rate"', '"empty, code"').replace('/T (code) /V (ABC-123)', `/T (code) /V (${value})`),
  )
  const form = await makeCertified(undefined, listed, '', { code: value })
  const { fields: imported } = await fieldsInFile(await signElsewhere(['code'], form))
  const total = imported.find(({ name }) => name === 'total')
  expect(total).toMatchObject({ type: 'number', formula: `SUM({{empty}}, ${value})`, readOnly: false })
})

test.each([
  ['another text than its value', 'BT /Helv 9 Tf 2 5 Td (drawn) Tj ET', ''],
  ['a picture', bars, ''],
  ['a picture, where the field of the signature has another below', bars, withFieldBelow],
])('a field that shows %s, and that somebody has signed, is none to fill in', async (_, drawing, first) => {
  const form = await makeCertified(drawing, fields, first)
  const signed = await signElsewhere([], form)
  const { fields: imported, problems } = inEnglish(await fieldsInFile(signed))
  expect(imported.filter(({ name }) => name in drawnTexts)).toEqual([])
  const message =
    'Somebody has signed the field as it is drawn, and its value cannot be read there: it is not imported.'
  for (const name of Object.keys(drawnTexts))
    expect(problems).toContainEqual({ source: 'form', page: 1, text: name, message })
  const input = { signers: [ada], pages: await readPages(signed), at: time, identity: fixture.platform }
  await assertSealable(signed, { ...input, zones: toZones((await fieldsInFile(signed)).fields) })
  const zones = toZones((await fieldsInFile(form)).fields)
  await expect(assertSealable(signed, { ...input, zones })).rejects.toThrow(
    'shows something else than its value',
  )
  await assertSealable(form, { ...input, zones })
})

/** The file with a document time stamp of other software. */
async function stampElsewhere(bytes: Uint8Array): Promise<Uint8Array> {
  const file = await openForIncrement(bytes)
  const field = makeTimestampField(file.pdf, '', file.pdf.context.pages.getPage(0)!)
  field.set('T', textString('Timestamp1'))
  const stamp = makeStamping(await testStamper(() => time), time)
  return saveStamped(file, field, { stamp })
}

describe('a time stamp of the document, which is nobody’s consent,', () => {
  test('does not change which fields there are', async () => {
    const form = await makeCertified('BT /Helv 9 Tf 2 5 Td (drawn) Tj ET')
    for (const file of [form, await signElsewhere(['price'], form)])
      expect(await fieldsInFile(await stampElsewhere(file))).toEqual(await fieldsInFile(file))
  })

  test('permits what the certification before it permits', async () => {
    const form = await makeCertified('BT /Helv 9 Tf 2 5 Td (drawn) Tj ET')
    const stamped = await stampElsewhere(form)
    const zones = toZones((await fieldsInFile(stamped)).fields)
    const input = { signers: [ada], pages: await readPages(stamped), at: time, zones }
    await assertSealable(stamped, { ...input, identity: fixture.platform })
    const changed = { code: 'ABC-124', empty: 'Ada' }
    const { signed, sealed } = await process(stamped, changed)
    expect(await isSignedBefore(await openForIncrement(signed))).toBe(false)
    expect(touchedFields(stamped, signed)).toEqual(touchedFields(form, (await process(form, changed)).signed))
    expect(await changes(sealed)).toEqual(Array(4).fill(false))
  })

  test('permits nothing that somebody who signed before it has seen', async () => {
    const stamped = await stampElsewhere(await signElsewhere())
    const { sealed } = await process(stamped, { code: 'ABC-124' })
    expect(await changes(sealed)).toEqual([false, true, false, false, false])
  })
})

test('the fields of a process that was finished here are none to fill in', async () => {
  const { sealed } = await allRevisions(fixture, twoPages())
  expect(await fieldsInFile(sealed)).toEqual({ fields: [], problems: [] })
})
