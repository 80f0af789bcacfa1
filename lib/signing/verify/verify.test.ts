import { afterAll, expect, it } from 'vitest'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { type StagedFile, stageStream } from '#lib/storage/stage'
import { closeThreads } from '#lib/workers/pdf-pool'
import { verifyFile } from './verify.ts'

afterAll(closeThreads)

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
