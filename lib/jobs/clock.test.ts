import { afterEach, expect, it, vi } from 'vitest'
import { measureClock } from '#db/clock'
import { log } from '#lib/core/log'
import { jobs } from '#lib/worker'

afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await measureClock()
})

const irreversible = Object.keys(jobs).filter((name) => jobs[name]!.irreversible)

it('what deletes or ends records by their age cannot be undone', () => {
  expect(irreversible.sort()).toEqual([
    'documents.sweep',
    'http.purge',
    'mail.purge',
    'privacy.expire',
    'processes.expire',
    'processes.purge_drafts',
    'signing.renew-time-stamps',
    'templates.purge_visits',
    'vault.delete-ended',
    'webhooks.purge',
  ])
})

it.each(irreversible)('%s waits while the clocks of the machine and the database disagree', async (name) => {
  vi.spyOn(log(), 'error').mockImplementation(() => {})
  vi.stubEnv('CLOCK_OFFSET_MS', String(366 * 86_400_000))
  const run = { id: '1', attempt: 0, signal: new AbortController().signal }
  await expect(jobs[name]!.handle({}, run)).rejects.toMatchObject({ code: 'unavailable' })
})
