import { X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { changesSignedBytes, mutate, seeded, signedSamples } from '#lib/pades/fixtures/mutations'
import { makeProcessFixture } from '#lib/pades/fixtures/process'
import { verifyPdf } from '#lib/pades/verify'
import { VerificationShape } from './schema.ts'
import { presentVerification } from './verification.ts'

// More files, or others: FUZZ_COUNT=100000 FUZZ_SEED=7.
const FILE_COUNT = Number(process.env.FUZZ_COUNT ?? 1000)
const SEED = Number(process.env.FUZZ_SEED ?? 20)
const TITLE = `verifies each of ${FILE_COUNT} damaged files, and finds none valid whose signed bytes changed`
const Shape = VerificationShape.omit({ filename: true, size: true, sha256: true, voided_at: true })

it(TITLE, { timeout: 240 * FILE_COUNT }, async () => {
  const fixture = await makeProcessFixture()
  const files = await signedSamples(fixture)
  const roots = [
    { certificate: new X509Certificate(fixture.authority.certificate), testMode: false, isOwn: true },
  ]
  for (const file of files) expect((await verifyPdf(file)).valid).toBe(true)
  const random = seeded(SEED)
  const failures: string[] = []
  for (let index = 0; index < FILE_COUNT; index++) {
    const file = files[index % files.length]!
    const { name, bytes } = mutate(file, random)
    try {
      const report = await verifyPdf(bytes)
      const record = Shape.parse(presentVerification(report, roots, new Date()))
      if (record.valid && changesSignedBytes(file, bytes)) failures.push(`${index} ${name}: valid`)
    } catch (error) {
      failures.push(`${index} ${name}: ${error}`)
    }
  }
  expect(failures).toEqual([])
})
