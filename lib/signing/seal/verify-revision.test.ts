import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  ada,
  makeProcessFixture,
  type ProcessFixture,
  prepare,
  signAs,
  signedElsewhere,
} from '#lib/pades/fixtures/process'
import { closeThreads } from '#lib/workers/pdf-pool'
import { InvalidRevision, verifyRevision } from './verify-revision.ts'

let cast: ProcessFixture
let foreign: Uint8Array
beforeAll(async () => {
  cast = await makeProcessFixture()
  foreign = await signedElsewhere(cast)
})
afterAll(closeThreads)

/** A file that was signed by others and then changed. */
function broken(): Uint8Array {
  const bytes = foreign.slice()
  bytes[Buffer.from(bytes).indexOf('Page 1')] = 0x51
  return bytes
}

it.each([
  ['signed by others', () => foreign],
  ['signed by others and broken when it came', broken],
])('returns the new signature, on a file %s', async (_what, before) => {
  const prepared = await prepare(cast, before())
  expect(await verifyRevision(before(), prepared.bytes)).toBeNull()
  const signed = await signAs(cast, prepared.bytes, ada, prepared.zones)
  expect(await verifyRevision(prepared.bytes, signed)).toMatchObject({ signerName: ada.name, valid: true })
})

it('rejects a revision that breaks a valid signature; broken ones do not count', async () => {
  for (const [before, isFaulty] of [
    [foreign, true],
    [broken(), false],
  ] as const) {
    const pdf = await PDF.load(before)
    pdf.addPage({ size: 'a4' })
    const judged = verifyRevision(before, await pdf.save({ incremental: true }))
    if (isFaulty) await expect(judged).rejects.toThrow(InvalidRevision)
    else expect(await judged).toBeNull()
  }
})

it('rejects a new signature that is not valid', async () => {
  const prepared = await prepare(cast, foreign)
  const signed = await signAs(cast, prepared.bytes, ada, prepared.zones)
  signed[prepared.bytes.length + 20]! ^= 1
  await expect(verifyRevision(prepared.bytes, signed)).rejects.toThrow(InvalidRevision)
})
