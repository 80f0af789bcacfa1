import { afterEach, expect, it, vi } from 'vitest'
import { measureClock } from '#db/clock'
import { log } from '#lib/core/log'
import { documentReferences } from '#lib/document-references'
import { documentJobs } from '#lib/documents/jobs'
import { processJobs } from '#lib/processes/jobs'
import { vaultJobs } from '#lib/vault/jobs'

afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await measureClock()
})

it.each(['vault.delete-ended', 'documents.sweep', 'processes.expire', 'processes.purge_drafts'])(
  '%s, which cannot be undone, waits while the clocks of the machine and the database disagree',
  async (name) => {
    const jobs = { ...documentJobs(documentReferences), ...processJobs, ...vaultJobs(documentReferences) }
    vi.spyOn(log(), 'error').mockImplementation(() => {})
    vi.stubEnv('CLOCK_OFFSET_MS', String(366 * 86_400_000))
    const run = { id: '1', attempt: 0, signal: new AbortController().signal }
    await expect(jobs[name]!.handle({}, run)).rejects.toMatchObject({ code: 'unavailable' })
  },
)
