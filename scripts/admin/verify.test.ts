import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { env } from '#lib/core/env'
import { stages } from '#lib/operator/verify/stages'
import { makeStoreKey } from '#lib/storage/store'
import { addDocument } from '#lib/testing/records/records'
import { makeTenant } from '#lib/testing/users/tenant'
import { verifyCommands } from './verify.ts'

const interruption = vi.hoisted(() => ({ controller: new AbortController() }))
vi.mock('./command.ts', async (load) => ({
  ...(await load<typeof import('./command.ts')>()),
  interruption: () => interruption.controller.signal,
}))

const verify = (options: Record<string, string> = {}) =>
  verifyCommands['verify-all']!.run({ words: [], options })

let problem: { tenantId: number; record: string; message: string }
beforeAll(async () => {
  const tenant = await makeTenant()
  const { id, sha256 } = await addDocument(tenant)
  rmSync(join(env().dataDir, 'files', makeStoreKey(tenant.tenantId, sha256)))
  problem = { tenantId: tenant.tenantId, record: `document ${id}`, message: expect.any(String) }
})
beforeEach(() => {
  interruption.controller = new AbortController()
})
afterEach(() => {
  vi.restoreAllMocks()
})

it('says what it has found when it is stopped, and what a later run has not checked', async () => {
  vi.spyOn(console, 'error').mockImplementation((line: string) => {
    if (line.includes(problem.record)) interruption.controller.abort()
  })
  const stopped = await verify()
  const place = `${problem.tenantId}/document/${problem.record.split(' ')[1]}`
  expect(stopped).toMatchObject({
    ok: false,
    value: { ok: false, problems_total: 1, problems: [problem], stopped_after: place },
    text: expect.stringMatching(
      new RegExp(`${problem.record}: [\\s\\S]+Stopped after ${place}: --after ${place} `),
    ),
  })
  interruption.controller = new AbortController()
  const rest = await verify({ after: place })
  expect(rest).toMatchObject({ ok: true, value: { after: place, problems_total: 0 } })
  expect(rest.text).toContain(
    `After ${place} all is as it was recorded; what comes before it, and the log, was not`,
  )
})

it('says what it has found when it ends by an error', async () => {
  vi.spyOn(stages.at(-1)!, 'list').mockRejectedValue(new Error('the bucket is away'))
  const { ok, value, text } = await verify()
  expect({ ok, value }).toMatchObject({ ok: false, value: { problems: [problem] } })
  expect(text).toMatch(/the bucket is away[\s\S]+Stopped after/)
  await expect(verify({ tenant: '987654321' })).rejects.toThrow('There is no organisation 987654321.')
})
