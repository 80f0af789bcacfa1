import { type PdfDict, PdfName, PdfRef } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { asDict, listTerminalFields, resolver } from '#lib/pdf/check/inspect'
import { topFields } from '#lib/pdf/fields/fields'
import { listLocks } from '#lib/pdf/fields/locks'
import { textString } from '#lib/pdf/file/objects'
import { buildPdf, stream } from '#lib/pdf/fixtures/build'
import { extendRevision } from './extend.ts'
import {
  ada,
  makeProcessFixture,
  type ProcessFixture,
  prepare,
  signAs,
  time,
  zhang,
} from './fixtures/process.ts'
import { makeStamping, testStamper } from './fixtures/stamps.ts'
import { openForIncrement, saveIncrement } from './increment.ts'
import { sealRevision } from './seal.ts'
import { verifyPdf } from './verify.ts'

const widget = (name: string, y: number, entries: string) =>
  `<< /Type /Annot /Subtype /Widget /T (${name}) /Rect [100 ${y} 200 ${y + 20}] /P 1001 0 R /F 4 ${entries} >>`
const form = buildPdf({
  pages: [{ mediaBox: [0, 0, 595, 842] }],
  catalog: '/AcroForm << /Fields [20 0 R 21 0 R 22 0 R 23 0 R 26 0 R 28 0 R 32 0 R] /DA (/Helv 0 Tf 0 g) >>',
  objects: {
    20: widget('Amount', 300, '/FT /Tx'),
    21: widget('Drawn', 400, '/FT /Tx /V (x) /AP << /N 30 0 R >>'),
    22: widget('Button', 500, '/FT /Btn /Ff 65536 /AP 31 0 R'),
    23: '<< /T (parent) /FT /Tx /V (100) /Kids [24 0 R 25 0 R] >>',
    24: widget('a', 540, '/Parent 23 0 R /AP << /N 30 0 R >>'),
    25: widget('b', 570, '/Parent 23 0 R /AP << /N 30 0 R >>'),
    26: widget('Box', 600, '/FT /Btn /AP << /N 27 0 R >>'),
    27: '<< /Yes 30 0 R /Off 30 0 R >>',
    28: widget('Direct box', 630, '/FT /Btn /AP << /N << /Yes 30 0 R /Off 30 0 R >> >>'),
    32: '<< /T (over) /Kids [33 0 R 34 0 R] >>',
    33: widget('amount', 660, '/Parent 32 0 R /FT /Tx'),
    34: widget('sign', 690, '/Parent 32 0 R /FT /Sig'),
    30: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 100 20]'),
    31: '<< /N 30 0 R >>',
  },
})
const place = { type: 'signature', page: 1, x: 20, width: 150, height: 40, required: true } as const
const zones = [ada, zhang].map((signer, index) => ({
  ...place,
  ...{ id: signer.id, signer: signer.id, y: 100 + 50 * index },
}))

let fixture: ProcessFixture
/** Finished with a time stamp, after Zhang was removed. */
let finished: Uint8Array

beforeAll(async () => {
  fixture = await makeProcessFixture()
  const identity = { ...fixture.platform, stamp: makeStamping(await testStamper(() => time), time) }
  const text = { ...zones[1]!, id: 'text', type: 'text', y: 250 } as const
  const radios = ['r1', 'r2'].map((id) => ({ ...text, id, type: 'radio', group: 'choice', y: 270 }) as const)
  const allZones = [...zones, text, ...radios]
  const prepared = await prepare(fixture, form, { zones: allZones, certify: identity })
  const signed = await signAs(fixture, prepared.bytes, ada, zones)
  finished = await extendRevision(await sealRevision(signed, { identity, at: time }), identity)
})

describe('fields that nobody filled in', () => {
  const [text, state] = [textString('100000'), PdfName.of('Yes')]

  test.each([
    ['Amount', text],
    ['Drawn', text],
    ['Button', text],
    ['-text-2-text', text],
    ['parent', text],
    ['Box', state],
    ['Direct box', state],
    ['-radio-2-r1', state],
  ])('%s cannot be filled in later', async (part, value) => {
    const { valid, signatures } = await verifyPdf(finished)
    expect([valid, signatures.some(({ changedAfterSigning }) => changedAfterSigning)]).toEqual([true, false])
    const file = await openForIncrement(finished)
    const { name, dict: field } = topFields(file.pdf).find((one) => one.name.endsWith(part))!
    field.set('V', value)
    const seal = (await verifyPdf(saveIncrement(file))).signatures.find(({ fieldName }) =>
      fieldName.endsWith('-seal'),
    )!
    expect(seal.faults).toEqual([`The form field ${name} was changed although it is locked.`])
  })

  test('have appearances that pyHanko does not take for redrawn', async () => {
    const { pdf } = await openForIncrement(finished)
    const resolve = resolver(pdf)
    const acroForm = asDict(pdf.context.catalog.getDict().get('AcroForm', resolve))
    for (const { type, dict: field } of listTerminalFields(acroForm, resolve)) {
      if (type === 'Sig' || !field.has('AP')) continue
      expect(field.has('AS') && !(field.get('AP') instanceof PdfRef)).toBe(true)
    }
  })

  test('may be signed again', async () => {
    const { pdf } = await openForIncrement(finished)
    const isLocked = (name: string) => listLocks(pdf).some((lock) => lock.isLocked(name))
    expect(['Signature1', 'over.sign', 'over', 'over.amount'].map(isLocked)).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})

test('a lock is an indirect object, and the reference to it names the catalog (tables 235 and 256)', async () => {
  const { pdf } = await openForIncrement(finished)
  const resolve = resolver(pdf)
  const signatures = topFields(pdf).filter(({ dict: field }) => field.getName('FT')?.value === 'Sig')
  const references: PdfDict[] = []
  for (const { dict: field } of signatures) {
    if (field.has('Lock')) expect(field.get('Lock')).toBeInstanceOf(PdfRef)
    const all = asDict(field.get('V', resolve))?.getArray('Reference', resolve)?.toArray() ?? []
    references.push(...all.map((one) => asDict(one)!))
  }
  const locking = references.filter((one) => one.getName('TransformMethod')?.value === 'FieldMDP')
  expect(locking).toHaveLength(2)
  for (const one of locking) expect(one.getRef('Data')).toEqual(pdf.context.info.trailer.getRef('Root'))
})
