import { beforeAll, describe, expect, test } from 'vitest'
import { ada, makeProcessFixture, type ProcessFixture, readPages, time } from '#lib/pades/fixtures/process'
import { prepareRevision } from '#lib/pades/prepare'
import { sealRevision } from '#lib/pades/seal'
import { signRevision } from '#lib/pades/sign'
import { verifyPdf } from '#lib/pades/verify'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { paint, seenFields } from '#lib/pdf/fixtures/render'
import { fieldsInFile } from '#lib/pdf/import/fields-in-file'
import type { FieldRow, ProcessRow, SignerRow } from '../present.ts'
import { toFieldValues, toPlainNumbers, toPrepareInput } from './engine-input.ts'
import type { CurrentRevision } from './revisions.ts'

let fixture: ProcessFixture
beforeAll(async () => {
  fixture = await makeProcessFixture()
})

const look = (state: string) => `/AP << /N << /${state} 90 0 R /Off 90 0 R >> >>`
const widget = (rect: string, entries: string) =>
  `<< /Type /Annot /Subtype /Widget /Rect [${rect}] ${entries} >>`
/** A form with everything that a field can be: choices, places, cells, alignments and turns. */
const form = buildPdf({
  catalog: '/AcroForm << /Fields [20 0 R 30 0 R 40 0 R 50 0 R 51 0 R 52 0 R 53 0 R 60 0 R] >>',
  objects: {
    90: '<< /Length 0 /Subtype /Form /BBox [0 0 14 14] >>\nstream\n\nendstream',
    20: '<< /FT /Btn /Ff 32768 /T (pay) /Opt [(Monthly) (Quarterly)] /Kids [21 0 R 22 0 R] >>',
    21: widget('60 700 74 714', `/Parent 20 0 R ${look('1')}`),
    22: widget('210 700 224 714', `/Parent 20 0 R ${look('2')}`),
    30: '<< /FT /Btn /Ff 2 /T (insured) /Kids [31 0 R 32 0 R] >>',
    31: widget('60 660 74 674', `/Parent 30 0 R ${look('Yes')}`),
    32: widget('210 660 224 674', `/Parent 30 0 R ${look('No')}`),
    40: '<< /FT /Btn /T (accept) /Kids [41 0 R 42 0 R] >>',
    41: widget('60 620 74 634', `/Parent 40 0 R ${look('On')}`),
    42: widget('210 620 224 634', `/Parent 40 0 R ${look('On')}`),
    50: widget('60 580 300 600', '/FT /Tx /T (amount) /Q 2'),
    51: widget('60 540 300 560', '/FT /Tx /T (code) /Ff 16777216 /MaxLen 10'),
    52: widget('400 500 420 700', '/FT /Tx /T (turned) /MK << /R 90 >>'),
    53: widget('60 500 300 520', '/FT /Ch /Ff 393216 /T (city) /Opt [(Berlin) (Munich)]'),
    60: '<< /FT /Tx /T (name) /Kids [61 0 R 62 0 R] >>',
    61: widget('60 460 200 480', '/Parent 60 0 R'),
    62: widget('300 460 440 480', '/Parent 60 0 R'),
    1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots
      [21 0 R 22 0 R 31 0 R 32 0 R 41 0 R 42 0 R 50 0 R 51 0 R 52 0 R 53 0 R 61 0 R 62 0 R] >>`,
  },
})
const answers: Record<string, string> = {
  ...{ pay: 'Quarterly', insured: 'No', accept: 'true', amount: '1250', code: '42', turned: 'Up' },
  ...{ city: 'Oberammergau', name: 'Ada' },
}

/** The file with its imported fields, prepared, filled in by their signer, and sealed. */
async function signedForm() {
  const { fields } = await fieldsInFile(form)
  const rows = fields.map((field, index) => ({
    ...{ ...field, id: index + 1, documentId: 1, signerId: 1, auto: false, imported: true, condition: null },
    validation: field.maxLength === null ? {} : { max_length: field.maxLength },
  })) as unknown as FieldRow[]
  const pages = await readPages(form)
  const revision = { documentId: 1, pages } as CurrentRevision
  const process = { options: { locale: 'en' }, testMode: false } as ProcessRow
  const signers = [{ id: 1, name: ada.name, role: 'signer' }] as SignerRow[]
  const data = { process, documents: [revision], signers, fields: rows }
  const input = toPrepareInput(data, revision)
  const prepared = await prepareRevision(form, { ...input, certify: fixture.platform, at: time })
  const filled = rows.map((row) => ({ ...row, value: answers[(row as unknown as { name: string }).name]! }))
  const signed = await signRevision(prepared.bytes, {
    signer: { id: '1', name: ada.name },
    values: toFieldValues(filled, 'en'),
    signature: { kind: 'text', text: ada.name },
    identity: fixture.ada,
    at: time,
  })
  return { fields, sealed: await sealRevision(signed, { identity: fixture.platform, at: time }) }
}

describe('imported fields in the signed file', () => {
  test('are drawn where the form had them, with the values of their signer', async () => {
    const { fields, sealed } = await signedForm()
    expect(fields.map(({ name }) => name)).toEqual(Object.keys(answers))
    const { faults, signatures } = await verifyPdf(sealed)
    expect(faults).toEqual([])
    expect(signatures.every(({ valid }) => valid)).toBe(true)
    const seen = await seenFields(sealed, 1)
    expect(seen.filter(({ tooltip }) => tooltip === 'pay').map(({ value }) => value)).toEqual([
      'Quarterly',
      'Quarterly',
    ])
    const texts = seen
      .filter(({ type }) => type === 'Tx')
      .map(({ text }) => text.join('').replaceAll(' ', ''))
    expect(texts).toEqual(['1250', '42', 'Up', 'Ada', 'Ada'])
    expect(seen.find(({ type }) => type === 'Ch')?.value).toEqual(['Oberammergau'])
    const page = await paint(sealed, 1)
    const inkAt = (x: number, bottom: number, width: number, height = 20) =>
      page.ink({ x, y: 842 - bottom - height, width, height })
    const darknessAt = (x: number, bottom: number) =>
      page.darkness({ x: x + 3, y: 842 - bottom - 11, width: 8, height: 8 })
    // The selected button has a dot or tick, the other one only its outline; no label is printed beside them.
    expect([darknessAt(60, 700) > 0.1, darknessAt(210, 700) > 0.1]).toEqual([false, true])
    expect([darknessAt(60, 660) > 0.1, darknessAt(210, 660) > 0.1]).toEqual([false, true])
    expect([darknessAt(60, 620) > 0.1, darknessAt(210, 620) > 0.1]).toEqual([true, true])
    expect(inkAt(80, 640, 120, 80)).toBeNull()
    expect(inkAt(60, 580, 240)!.x).toBeGreaterThan(260)
    // The cells are 24 points wide: one character in each of the first two.
    expect(inkAt(60, 540, 24)).not.toBeNull()
    expect(inkAt(84, 540, 24)).not.toBeNull()
    expect(inkAt(108, 540, 190)).toBeNull()
    const turned = inkAt(400, 500, 20, 200)!
    expect(turned.height).toBeGreaterThan(turned.width)
    expect(turned.y + turned.height).toBeGreaterThan(842 - 510)
  })
})

test('a number in cells has no groups, before and after its signer fills it in', () => {
  const number = {
    ...{ id: 1, documentId: 1, signerId: 1, type: 'number', value: '12345', options: [], condition: null },
    ...{ label: null, validation: { max_length: 5 }, layout: { comb: true } },
  } as unknown as FieldRow
  const revision = { documentId: 1, pages: [] } as unknown as CurrentRevision
  const process = { options: { locale: 'en' }, testMode: false } as ProcessRow
  const data = { process, documents: [revision], signers: [], fields: [number] }
  expect(toPrepareInput(data, revision).zones).toMatchObject([{ cells: 5, value: '12345' }])
  expect(toFieldValues([number], 'en')).toEqual({ 1: '12345' })
  expect(toFieldValues([{ ...number, layout: {} }], 'en')).toEqual({ 1: '12,345' })
})

test('a number goes with its plain form, at every place of its field', () => {
  const place = { page: 1, dx: 0, dy: 40, width: 80, height: 20 }
  const number = {
    ...{ id: 1, documentId: 1, signerId: 1, type: 'number', value: '12345.5', options: [], condition: null },
    ...{
      page: 1,
      x: 0,
      y: 0,
      width: 80,
      height: 20,
      label: null,
      validation: {},
      layout: { widgets: [place] },
    },
  } as unknown as FieldRow
  const others = [
    { ...number, id: 2, type: 'text', layout: {} },
    { ...number, id: 3, value: null, layout: {} },
  ] as FieldRow[]
  const revision = { documentId: 1, pages: [] } as unknown as CurrentRevision
  const process = { options: { locale: 'de' }, testMode: false } as ProcessRow
  const data = { process, documents: [revision], signers: [], fields: [number] }
  const preset = { value: '12.345,5', number: '12345.5' }
  expect(toPrepareInput(data, revision).zones).toMatchObject([preset, preset])
  expect(toPlainNumbers([number, ...others])).toEqual({ 1: '12345.5', '1.0': '12345.5' })
})

test('a field without a preset is empty until its signer signs, unless its value comes later', () => {
  const field = {
    ...{ id: 1, documentId: 1, signerId: 1, type: 'text', value: null, options: [], condition: null },
    ...{ label: null, validation: {}, layout: {}, readOnly: false, auto: false, formula: null },
  } as unknown as FieldRow
  const radio = { ...field, type: 'radio', options: ['a', 'b'], layout: { widgets: [{ option: 'a' }] } }
  const revision = { documentId: 1, pages: [] } as unknown as CurrentRevision
  const process = { options: { locale: 'en' }, testMode: false } as ProcessRow
  const presetOf = (changed: object, signedAt: Date | null = null) => {
    const signers = [{ id: 1, name: 'Ada', role: 'signer', signedAt }] as SignerRow[]
    const fields = [{ ...field, ...changed } as FieldRow]
    return toPrepareInput({ process, documents: [revision], signers, fields }, revision).zones[0]!.value
  }
  expect(presetOf({})).toBe('')
  expect(presetOf({ value: 'preset', condition: { field: 'other', filled: true } })).toBe('')
  expect(presetOf(radio)).toBe('false')
  for (const later of [{ auto: true }, { formula: '{{a}}' }, { ...radio, auto: true }])
    expect(presetOf(later)).toBeUndefined()
  expect(presetOf({}, time)).toBeUndefined()
})

test('what a signer enters before the preparation has run is no part of the certified file', () => {
  const entered = {
    ...{ id: 1, documentId: 1, signerId: 1, type: 'text', value: 'typed', options: [], condition: null },
    ...{ label: null, validation: {}, layout: {}, readOnly: false, auto: false, formula: null },
  } as unknown as FieldRow
  const preset = { ...entered, id: 2, readOnly: true, value: 'preset' }
  const revision = { documentId: 1, pages: [] } as unknown as CurrentRevision
  const process = { options: { locale: 'en' }, testMode: false } as ProcessRow
  const valuesWith = (signedAt: Date | null) => {
    const signers = [{ id: 1, name: 'Ada', role: 'signer', signedAt }] as SignerRow[]
    const data = { process, documents: [revision], signers, fields: [entered, preset] }
    return toPrepareInput(data, revision).zones.map(({ value }) => value)
  }
  expect(valuesWith(null)).toEqual(['typed', 'preset'])
  expect(valuesWith(time)).toEqual([undefined, 'preset'])
})
