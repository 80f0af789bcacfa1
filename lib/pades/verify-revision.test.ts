import { PDF } from '@libpdf/core'
import { beforeAll, expect, it } from 'vitest'
import {
  ada,
  makeProcessFixture,
  type ProcessFixture,
  prepare,
  signAs,
  signedElsewhere,
} from './fixtures/process.ts'
import { verifyRevision } from './verify-revision.ts'

let fixture: ProcessFixture
let signedByOthers: Uint8Array
beforeAll(async () => {
  fixture = await makeProcessFixture()
  signedByOthers = await signedElsewhere(fixture)
})

/** A file that was signed by others and then changed. */
function brokenFile(): Uint8Array {
  const bytes = signedByOthers.slice()
  bytes[Buffer.from(bytes).indexOf('Page 1')] = 'Q'.charCodeAt(0)
  return bytes
}

it.each([
  ['signed by others', () => signedByOthers],
  ['signed by others and broken before the upload', brokenFile],
])('returns the new signature, on a file %s', async (_what, uploadedFile) => {
  const prepared = await prepare(fixture, uploadedFile())
  expect(await verifyRevision(uploadedFile(), prepared.bytes)).toBeNull()
  const signedFile = await signAs(fixture, prepared.bytes, ada, prepared.zones)
  expect(await verifyRevision(prepared.bytes, signedFile)).toMatchObject({
    signature: { signerName: ada.name, valid: true },
    documentTimeStamp: null,
  })
})

it('rejects a revision that breaks a valid signature, unless it was broken before', async () => {
  for (const [fileBefore, breaksSignature] of [
    [signedByOthers, true],
    [brokenFile(), false],
  ] as const) {
    const pdf = await PDF.load(fileBefore)
    pdf.addPage({ size: 'a4' })
    const verification = verifyRevision(fileBefore, await pdf.save({ incremental: true }))
    if (breaksSignature) await expect(verification).rejects.toMatchObject({ code: 'invalid_revision' })
    else expect(await verification).toBeNull()
  }
})

it('rejects a new signature that is not valid', async () => {
  const prepared = await prepare(fixture, signedByOthers)
  const signedFile = await signAs(fixture, prepared.bytes, ada, prepared.zones)
  // A byte of the new revision.
  signedFile[prepared.bytes.length + 20]! ^= 1
  await expect(verifyRevision(prepared.bytes, signedFile)).rejects.toMatchObject({ code: 'invalid_revision' })
})
