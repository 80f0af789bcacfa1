import { X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { changesSignedBytes, mutate, seeded, signedSamples } from '#lib/pades/fixtures/mutations'
import { makeProcessFixture } from '#lib/pades/fixtures/process'
import { verifyPdf } from '#lib/pades/verify'
import { VerificationShape } from './schema.ts'
import { presentVerification } from './verification.ts'

const FILE_COUNT = 1000
const Shape = VerificationShape.omit({ filename: true, size: true, sha256: true, voided_at: true })

it(`verifies each of ${FILE_COUNT} damaged files, and finds none valid whose signed bytes changed`, async () => {
  const fixture = await makeProcessFixture()
  const files = await signedSamples(fixture)
  const roots = [
    { certificate: new X509Certificate(fixture.authority.certificate), testMode: false, isOwn: true },
  ]
  const random = seeded(20)
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
}, 240_000)
