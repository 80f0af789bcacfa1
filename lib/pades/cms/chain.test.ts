import { beforeAll, describe, expect, test } from 'vitest'
import { seenFields } from '#lib/pdf/fixtures/render'
import {
  ada,
  allRevisions,
  makeProcessFixture,
  type ProcessFixture,
  samples,
  signedElsewhere,
  twoPages,
  zhang,
} from '../fixtures/process.ts'
import { verifyPdf } from '../verify.ts'

let fixture: ProcessFixture
let chain: Awaited<ReturnType<typeof allRevisions>>

beforeAll(async () => {
  fixture = await makeProcessFixture()
  chain = await allRevisions(fixture, twoPages())
})

describe('two signers with every field type on two pages', () => {
  test('every revision is a prefix of the next', () => {
    const { revisions } = chain
    for (let index = 1; index < revisions.length; index++) {
      const [fileBefore, fileAfter] = [revisions[index - 1]!, revisions[index]!]
      expect(fileAfter.length).toBeGreaterThan(fileBefore.length)
      expect(Buffer.compare(fileAfter.subarray(0, fileBefore.length), fileBefore)).toBe(0)
    }
  })

  test('each revision verifies, the last signature covering the whole file', async () => {
    for (const [index, revision] of chain.revisions.slice(1).entries()) {
      const report = await verifyPdf(revision)
      expect(report.faults).toEqual([])
      expect(report.signatures.map(({ faults }) => faults)).toEqual(
        Array.from({ length: index + 1 }, () => []),
      )
      expect(report.valid).toBe(true)
      expect(report.coversWholeFile).toBe(true)
    }
  })

  test('lists the signers by name, between certification and seal', async () => {
    const { signatures } = await verifyPdf(chain.sealed)
    expect(signatures.map(({ signerName }) => signerName)).toEqual([
      'Paraph Platform',
      ada.name,
      zhang.name,
      'Paraph Platform',
    ])
    expect(signatures.map(({ certification }) => certification)).toEqual([true, false, false, false])
    expect(new Set(signatures.map(({ subFilter }) => subFilter))).toEqual(new Set(['ETSI.CAdES.detached']))
    expect(signatures[1]).toMatchObject({
      reason: 'I agree',
      signedAt: '2026-03-01T10:00:00.000Z',
      issuerName: 'Test Root',
    })
  })

  test.each([1, 2])('pdf.js sees every value on page %i', async (page) => {
    const fields = await seenFields(chain.sealed, page)
    for (const signer of [ada, zhang]) {
      const ownValues = samples[signer.id]!
      for (const type of ['date', 'name', 'email', 'company', 'text', 'number'] as const) {
        const field = fields.find(({ tooltip }) => tooltip === `${type} of ${signer.name}`)
        expect(field?.value).toBe(ownValues[type])
        expect(field?.text.join('')).toBe(ownValues[type])
      }
      const dropdown = fields.find(({ tooltip }) => tooltip === `dropdown of ${signer.name}`)
      expect(dropdown?.value).toEqual([ownValues.dropdown])
      const box = fields.find(({ tooltip }) => tooltip === `checkbox of ${signer.name}`)
      expect(box?.value).toBe(ownValues.checkbox ? 'Yes' : 'Off')
      const initials = fields.find(({ tooltip }) => tooltip === `initials of ${signer.name}`)
      expect(initials?.value).toBe(signer === ada ? 'AL' : '张ZW')
    }
    const buttons = fields.filter(({ exportValue }) => exportValue === 'first' || exportValue === 'second')
    expect(buttons.map(({ value }) => value)).toEqual(['second', 'second', 'second', 'second'])
  })

  test('no earlier revision shows a value of a later one', async () => {
    const [, prepared, first] = chain.revisions
    const blank = await seenFields(prepared, 1)
    expect(blank.filter(({ type }) => type === 'Tx').every(({ value }) => value === '')).toBe(true)
    const halfway = await seenFields(first, 1)
    const values = halfway.filter(({ tooltip }) => tooltip.startsWith('text of')).map(({ value }) => value)
    expect(values).toEqual([samples.ada!.text, ''])
  })
})

describe('a file that someone signed before', () => {
  test('keeps that signature valid while both sign, and is not certified', async () => {
    const { revisions, sealed } = await allRevisions(fixture, await signedElsewhere(fixture))
    const report = await verifyPdf(sealed)
    expect(report.signatures.flatMap(({ faults }) => faults)).toEqual([])
    expect(report.signatures.map(({ signerName }) => signerName)).toEqual([
      'Stranger',
      ada.name,
      ada.name,
      zhang.name,
      zhang.name,
      'Paraph Platform',
    ])
    expect(report.signatures.some(({ certification }) => certification)).toBe(false)
    expect((await verifyPdf(revisions[1])).signatures.map(({ signerName }) => signerName)).toEqual([
      'Stranger',
    ])
  })

  test('shows the values in the signatures, and gets no other fields', async () => {
    const { sealed } = await allRevisions(fixture, await signedElsewhere(fixture))
    const fields = await seenFields(sealed, 1)
    expect(new Set(fields.map(({ type }) => type))).toEqual(new Set(['Sig']))
  })
})
