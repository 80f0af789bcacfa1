import { afterAll, expect, it } from 'vitest'
import { buildPdf } from '#lib/pdf/fixtures'
import { closeThreads } from '#lib/pdf/pool'
import { verifyFile } from './verify.ts'

afterAll(closeThreads)

it('holds few files in memory at once, however many are handed in, and keeps none', async () => {
  let [held, most, discarded] = [0, 0, 0]
  const file = () => ({
    filename: 'a.pdf',
    size: 1,
    sha256: async () => '',
    bytes: async () => {
      held += 1
      most = Math.max(most, held)
      await new Promise((resolve) => setTimeout(resolve, 20))
      held -= 1
      return buildPdf()
    },
    readWith: () => Promise.reject(new Error('It is read here.')),
    commit: async () => {},
    discard: async () => {
      discarded += 1
    },
  })
  const answers = await Promise.all(Array.from({ length: 12 }, () => verifyFile(file())))
  expect(answers.every(({ signed }) => !signed)).toBe(true)
  expect([most <= 4, discarded]).toEqual([true, 12])
})
