import { X509Certificate } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { changesSignedBytes, mutate, seeded, signedSamples } from '#lib/pades/fixtures/mutations'
import { makeProcessFixture } from '#lib/pades/fixtures/process'
import { closeThreads, inThread } from '#lib/workers/pdf-pool'
import { isUnreadable } from '#lib/workers/thread-error'
import { VerificationShape } from './schema.ts'
import type { TrustAnchor } from './trust-anchors.ts'
import { presentVerification } from './verification.ts'

// More files, or others: FUZZ_COUNT=100000 FUZZ_SEED=7.
const Count = z.coerce.number().int().positive()
const FILE_COUNT = Count.parse(process.env.FUZZ_COUNT ?? 1000)
const SEED = z.coerce
  .number()
  .int()
  .parse(process.env.FUZZ_SEED ?? 20)
const TITLE = `verifies each of ${FILE_COUNT} damaged files, and finds none valid whose signed bytes changed`
const Shape = VerificationShape.omit({ filename: true, size: true, sha256: true, voided_at: true })

afterAll(closeThreads)

// Also of few files, as one that is read without end is stopped after two tries only.
it(TITLE, { timeout: Math.max(120_000, 240 * FILE_COUNT) }, async () => {
  const fixture = await makeProcessFixture()
  const files = await signedSamples(fixture)
  const roots = [
    { certificate: new X509Certificate(fixture.authority.certificate), testMode: false, isOwn: true },
  ]
  for (const file of files) expect(await findVerdict(file, roots)).toBe('valid')
  const random = seeded(SEED)
  for (let index = 0; index < FILE_COUNT; index++) {
    const file = files[index % files.length]!
    const { name, bytes } = mutate(file, random)
    const expected = changesSignedBytes(file, bytes) ? /^(not valid|refused)$/ : /^(valid|not valid|refused)$/
    const verdict = await findVerdict(bytes, roots)
    expect(verdict, `seed ${SEED}, file ${index}: ${name}`).toMatch(expected)
  }
})

/** The outcome of POST /verify, in the same threads and limits; the error where it would respond with 500. */
async function findVerdict(bytes: Uint8Array, roots: TrustAnchor[]): Promise<string> {
  try {
    const report = await inThread.verify(bytes, { visitor: 'fuzz' })
    const { valid } = Shape.parse(presentVerification(report, roots, new Date()))
    return valid ? 'valid' : 'not valid'
  } catch (error) {
    return isUnreadable(error) ? 'refused' : String(error)
  }
}
