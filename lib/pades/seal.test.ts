import { PDF, type PdfArray, type PdfDict } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { resolver } from '#lib/pdf/check/inspect'
import { numberArray } from '#lib/pdf/fields/drawing'
import { topFields } from '#lib/pdf/fields/fields'
import { dict } from '#lib/pdf/file/objects'
import { paint } from '#lib/pdf/fixtures/render'
import {
  ada,
  at,
  makeProcessFixture,
  type ProcessFixture,
  prepare,
  signAs,
  signedElsewhere,
  twoPages,
  zhang,
} from './fixtures/process.ts'
import { openForIncrement, saveIncrement } from './increment.ts'
import { sealRevision } from './seal.ts'
import { verifyPdf } from './verify.ts'

let cast: ProcessFixture
let signed: Uint8Array
let sealed: Uint8Array

beforeAll(async () => {
  cast = await makeProcessFixture()
  const { bytes, zones } = await prepare(cast, twoPages())
  signed = await signAs(cast, bytes, ada, zones)
  sealed = await sealRevision(signed, { identity: cast.platform, at, reason: 'Completed' })
})

function names(params: PdfDict): string[] {
  const list = params.getArray('Fields') as PdfArray
  return list.toArray().flatMap((item) => (item.type === 'string' ? [item.asString()] : []))
}

async function sealOf(bytes: Uint8Array): Promise<{ field: PdfDict; value: PdfDict; pdf: PDF }> {
  const pdf = await PDF.load(bytes)
  const field = topFields(pdf).find(({ name }) => name.endsWith('-seal'))!.dict
  return { pdf, field, value: pdf.context.resolve(field.getRef('V')!) as PdfDict }
}

describe('the seal', () => {
  test('is the last signature, over the whole file', async () => {
    const report = await verifyPdf(sealed)
    expect(report.valid && report.coversWholeFile).toBe(true)
    expect(report.signatures.at(-1)).toMatchObject({
      signerName: 'Paraph Platform',
      reason: 'Completed',
      signedAt: at.toISOString(),
      certification: false,
      coversWholeFile: true,
    })
    expect(report.signatures.slice(0, -1).some(({ coversWholeFile }) => coversWholeFile)).toBe(false)
  })

  test('adds nothing but the signature', async () => {
    expect(Buffer.compare(sealed.subarray(0, signed.length), signed)).toBe(0)
    const added = Buffer.from(sealed.subarray(signed.length)).toString('latin1')
    expect(added.match(/^\d+ 0 obj/gm)).toHaveLength(2)
    expect(sealed.length - signed.length).toBeLessThan(26_000)
    expect((await paint(sealed, 1)).ink()).toEqual((await paint(signed, 1)).ink())
  })

  test('locks every field but that of the time stamp', async () => {
    const { field, value, pdf } = await sealOf(sealed)
    const reference = value.getArray('Reference')!.at(0) as PdfDict
    const params = reference.getDict('TransformParams')!
    expect(reference.getName('TransformMethod')?.value).toBe('FieldMDP')
    expect(params.getName('Action')?.value).toBe('Exclude')
    expect(names(params)).toEqual(names(field.getDict('Lock')!))
    const seal = topFields(pdf).find(({ name }) => name.endsWith('-seal'))!.name
    expect(names(params)).toEqual([seal.replace(/-seal$/, '-timestamp')])
  })

  test('leaves no empty signature field', async () => {
    const { bytes, zones } = await prepare(cast, twoPages())
    const signedTwice = await signAs(cast, await signAs(cast, bytes, ada, zones), zhang, zones)
    const pdf = await PDF.load(await sealRevision(signedTwice, { identity: cast.platform, at }))
    const signatures = topFields(pdf).filter(({ dict }) => dict.getName('FT')?.value === 'Sig')
    expect(signatures).toHaveLength(4)
    expect(signatures.filter(({ dict }) => !dict.has('V')).map(({ name }) => name)).toEqual([])
  })

  test('seals a file that was prepared with an empty field for a time stamp', async () => {
    const { pdf, ...file } = await openForIncrement(signed)
    const name = topFields(pdf)
      .find((one) => one.name.endsWith('-seal'))!
      .name.replace(/-seal$/, '-timestamp')
    const field = dict({
      FT: '/Sig',
      T: name,
      Type: '/Annot',
      Subtype: '/Widget',
      F: 132,
      Rect: numberArray([0, 0, 0, 0]),
    })
    pdf.context.catalog
      .getDict()
      .getDict('AcroForm', resolver(pdf))!
      .getArray('Fields')!
      .push(pdf.context.register(field))
    const closed = await sealRevision(saveIncrement({ ...file, pdf }), { identity: cast.platform, at })
    expect((await verifyPdf(closed)).signatures.at(-1)).toMatchObject({
      valid: true,
      signerName: 'Paraph Platform',
    })
  })

  test('has the name of its certificate', async () => {
    expect((await sealOf(sealed)).value.getString('Name')?.asString()).toBe('Paraph Platform')
  })

  test('seals a file that was signed before', async () => {
    const { bytes, zones } = await prepare(cast, await signedElsewhere(cast))
    const closed = await sealRevision(await signAs(cast, bytes, ada, zones), { identity: cast.platform, at })
    const report = await verifyPdf(closed)
    expect(report.signatures.flatMap(({ faults }) => faults)).toEqual([])
    expect(report.signatures.at(-1)?.signerName).toBe('Paraph Platform')
  })
})

describe('refusals', () => {
  test('a second seal', async () => {
    const again = sealRevision(sealed, { identity: cast.platform, at })
    await expect(again).rejects.toMatchObject({ name: 'PadesError', code: 'no_field' })
  })

  test('a file that was not prepared', async () => {
    const sealing = sealRevision(twoPages(), { identity: cast.platform, at })
    await expect(sealing).rejects.toMatchObject({ code: 'no_field' })
  })

  test('input that is no PDF', async () => {
    const sealing = sealRevision(new Uint8Array(3), { identity: cast.platform, at })
    await expect(sealing).rejects.toMatchObject({ code: 'no_increment' })
  })
})
