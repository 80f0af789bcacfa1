import { PDF, type PdfArray, type PdfDict } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { resolver } from '#lib/pdf/check/inspect'
import { topFields } from '#lib/pdf/fields/fields'
import { dict, numberArray } from '#lib/pdf/file/objects'
import { paint } from '#lib/pdf/fixtures/render'
import {
  ada,
  makeProcessFixture,
  type ProcessFixture,
  prepare,
  signAs,
  signedElsewhere,
  time,
  twoPages,
  zhang,
} from './fixtures/process.ts'
import { openForIncrement, saveIncrement } from './increment.ts'
import { readNamedHead } from './named-head.ts'
import { sealRevision } from './seal.ts'
import { verifyPdf } from './verify.ts'

let fixture: ProcessFixture
let signedFile: Uint8Array
let sealedFile: Uint8Array

beforeAll(async () => {
  fixture = await makeProcessFixture()
  const { bytes, zones } = await prepare(fixture, twoPages())
  signedFile = await signAs(fixture, bytes, ada, zones)
  sealedFile = await sealRevision(signedFile, { identity: fixture.platform, at: time, reason: 'Completed' })
})

function names(params: PdfDict): string[] {
  const list = params.getArray('Fields') as PdfArray
  return list.toArray().flatMap((item) => (item.type === 'string' ? [item.asString()] : []))
}

async function getSeal(bytes: Uint8Array): Promise<{ field: PdfDict; value: PdfDict; pdf: PDF }> {
  const pdf = await PDF.load(bytes)
  const field = topFields(pdf).find(({ name }) => name.endsWith('-seal'))!.dict
  return { pdf, field, value: pdf.context.resolve(field.getRef('V')!) as PdfDict }
}

describe('the seal', () => {
  test('is the last signature, over the whole file', async () => {
    const report = await verifyPdf(sealedFile)
    expect(report.valid && report.coversWholeFile).toBe(true)
    expect(report.signatures.at(-1)).toMatchObject({
      signerName: 'Paraph Platform',
      reason: 'Completed',
      signedAt: time.toISOString(),
      certification: false,
      coversWholeFile: true,
    })
    expect(report.signatures.slice(0, -1).some(({ coversWholeFile }) => coversWholeFile)).toBe(false)
  })

  test('adds nothing but the signature', async () => {
    expect(Buffer.compare(sealedFile.subarray(0, signedFile.length), signedFile)).toBe(0)
    const added = Buffer.from(sealedFile.subarray(signedFile.length)).toString('latin1')
    expect(added.match(/^\d+ 0 obj/gm)).toHaveLength(2)
    expect(sealedFile.length - signedFile.length).toBeLessThan(4000)
    expect((await paint(sealedFile, 1)).ink()).toEqual((await paint(signedFile, 1)).ink())
  })

  test('ends a file to which two typed signatures have added at most 40 KiB', async () => {
    const zone = { type: 'signature', page: 1, x: 60, width: 200, height: 60, required: true } as const
    const zones = [ada, zhang].map((signer, index) => ({
      ...zone,
      ...{ id: signer.id, signer: signer.id, y: 200 + 100 * index },
    }))
    let { bytes } = await prepare(fixture, twoPages(), { zones })
    for (const signer of [ada, zhang]) bytes = await signAs(fixture, bytes, signer, zones)
    const sealed = await sealRevision(bytes, { identity: fixture.platform, at: time })
    expect((await verifyPdf(sealed)).valid).toBe(true)
    expect(sealed.length - twoPages().length).toBeLessThan(40 * 1024)
  })

  test('locks every field but that of the time stamp', async () => {
    const { field, value, pdf } = await getSeal(sealedFile)
    const reference = value.getArray('Reference')!.at(0) as PdfDict
    const params = reference.getDict('TransformParams')!
    expect(reference.getName('TransformMethod')?.value).toBe('FieldMDP')
    expect(params.getName('Action')?.value).toBe('Exclude')
    expect(names(params)).toEqual(names(field.getDict('Lock', resolver(pdf))!))
    const seal = topFields(pdf).find(({ name }) => name.endsWith('-seal'))!.name
    expect(names(params)).toEqual([seal.replace(/-seal$/, '-timestamp')])
  })

  test('leaves no empty signature field', async () => {
    const { bytes, zones } = await prepare(fixture, twoPages())
    const signedTwice = await signAs(fixture, await signAs(fixture, bytes, ada, zones), zhang, zones)
    const pdf = await PDF.load(await sealRevision(signedTwice, { identity: fixture.platform, at: time }))
    const signatures = topFields(pdf).filter(({ dict }) => dict.getName('FT')?.value === 'Sig')
    expect(signatures).toHaveLength(4)
    expect(signatures.filter(({ dict }) => !dict.has('V')).map(({ name }) => name)).toEqual([])
  })

  test('seals a file that was prepared with an empty field for a time stamp', async () => {
    const { pdf, ...file } = await openForIncrement(signedFile)
    const name = topFields(pdf)
      .find((field) => field.name.endsWith('-seal'))!
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
    const closed = await sealRevision(saveIncrement({ ...file, pdf }), {
      identity: fixture.platform,
      at: time,
    })
    expect((await verifyPdf(closed)).signatures.at(-1)).toMatchObject({
      valid: true,
      signerName: 'Paraph Platform',
    })
  })

  test('names the head of the audit chain, as the last revision has it', async () => {
    const head = { chain: 'process:7', seq: 12, hash: 'ab'.repeat(32) }
    const named = await sealRevision(signedFile, { identity: fixture.platform, at: time, head })
    const { valid, signatures } = await verifyPdf(named)
    expect([valid, ...signatures.map((signature) => signature.head)]).toEqual([true, null, null, head])
    // Anyone can read it without a program.
    expect(Buffer.from(named).toString('latin1')).toMatch(/\/XXParaphEvidence\s*<<[^>]*\(process:7\)/)
    const other = Buffer.from(
      Buffer.from(named).toString('latin1').replace('process:7', 'process:8'),
      'latin1',
    )
    expect((await verifyPdf(other)).signatures.at(-1)!.faults).toEqual(['The signed bytes were changed.'])
  })

  test.each([
    ['without a length', { Chain: 'process:7', Head: 'ab'.repeat(32) }],
    ['with a hash of another length', { Chain: 'process:7', Length: 1, Head: 'ab' }],
    ['with a length of no event', { Chain: 'process:7', Length: 0, Head: 'ab'.repeat(32) }],
  ])('names no head %s', (_what, entries) => {
    expect(readNamedHead(dict({ XXParaphEvidence: dict(entries) }))).toBeNull()
  })

  test('has the name of its certificate', async () => {
    expect((await getSeal(sealedFile)).value.getString('Name')?.asString()).toBe('Paraph Platform')
  })

  test('seals a file that was signed before', async () => {
    const { bytes, zones } = await prepare(fixture, await signedElsewhere(fixture))
    const closed = await sealRevision(await signAs(fixture, bytes, ada, zones), {
      identity: fixture.platform,
      at: time,
    })
    const report = await verifyPdf(closed)
    expect(report.signatures.flatMap(({ faults }) => faults)).toEqual([])
    expect(report.signatures.at(-1)?.signerName).toBe('Paraph Platform')
  })
})

describe('refusals', () => {
  test('a second seal', async () => {
    const secondSeal = sealRevision(sealedFile, { identity: fixture.platform, at: time })
    await expect(secondSeal).rejects.toMatchObject({ name: 'PadesError', code: 'no_field' })
  })

  test('a file that was not prepared', async () => {
    const sealing = sealRevision(twoPages(), { identity: fixture.platform, at: time })
    await expect(sealing).rejects.toMatchObject({ code: 'no_field' })
  })

  test('input that is no PDF', async () => {
    const sealing = sealRevision(new Uint8Array(3), { identity: fixture.platform, at: time })
    await expect(sealing).rejects.toMatchObject({ code: 'no_increment' })
  })
})
