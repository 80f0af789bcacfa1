import { expect, it } from 'vitest'
import { logCosignatures } from '#db/schema/audit'
import { read, write } from '#db/tenancy/tenant'
import { findProvingCheckpoint } from '#lib/audit/witness/cosignatures'
import { loadWitnessKey } from '#lib/audit/witness/witness-key'
import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { cosign } from '#lib/core/transparency/cosignature'
import { formatSignatureLine, formatVerifierKey, parseNote } from '#lib/core/transparency/note'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { type StagedFile, stageStream } from '#lib/storage/stage'
import { addCompleted } from '#lib/testing/records/completed'
import { loadEvents, loadVaultRows } from '#lib/testing/records/signing-session'
import { makeTenant } from '#lib/testing/users/tenant'
import { verifyFile, verifyStoredFile } from './verify.ts'

it('verifies twelve uploads at once, and removes each staged file', async () => {
  let discardCount = 0
  const verifyUpload = async () => {
    const staged = await stageStream(0, getStream(buildPdf()), { maxBytes: 1e6 })
    const file: StagedFile & { filename: string } = {
      ...staged,
      filename: 'a.pdf',
      discard: () => {
        discardCount += 1
        return staged.discard()
      },
    }
    return verifyFile(file, { address: '203.0.113.1' })
  }
  const responses = await Promise.all(Array.from({ length: 12 }, verifyUpload))
  expect(responses.every(({ signed }) => !signed)).toBe(true)
  expect(discardCount).toBe(12)
})

async function* getStream(bytes: Uint8Array) {
  yield bytes
}

it('reads the audit trail that the seal names, and its place in the log', async () => {
  const tenant = await makeTenant()
  const { id } = await addCompleted(tenant)
  const [row] = await loadVaultRows(tenant, id)
  const file = { filename: 'a.pdf', size: row!.size, sha256: row!.sha256 }
  const { evidence } = await verifyStoredFile(tenant.ctx, file)
  const events = await loadEvents(tenant, id)
  expect(evidence).toEqual({
    chain: `process:${id}`,
    length: events.findIndex(({ type }) => type === 'document.completed'),
    head: events[evidence!.length - 1]!.hash,
    log_index: expect.any(Number),
    log_witnesses: [],
  })
  // A witness has cosigned the checkpoint with the entry.
  const { key, privateKey } = loadWitnessKey()
  const verifierKey = formatVerifierKey(key)
  env().witnesses = [{ key, verifierKey, url: 'https://witness.example.com' }]
  const { size, note } = (await read(tenant.ctx, (reader) =>
    findProvingCheckpoint(reader, evidence!.log_index!),
  ))!
  const line = formatSignatureLine(
    cosign(parseNote(note).text, key, privateKey, new Date('2026-11-21T12:00:00Z')),
  )
  await write(tenant.ctx, (tx) =>
    tx.insert(logCosignatures).values({ size, witness: verifierKey, line, cosignedAt: now() }),
  )
  const { evidence: cosigned } = await verifyStoredFile(tenant.ctx, file)
  expect(cosigned!.log_witnesses).toEqual([{ name: key.name, cosigned_at: '2026-11-21T12:00:00.000Z' }])
  env().witnesses = []
})
