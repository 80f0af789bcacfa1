import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { database } from '#db/connection/client'
import { isChainIntact } from '#lib/audit/chain'
import { startWorker } from '#lib/jobs/worker'
import { dispatchEvents } from '#lib/testing/records/mailbox'
import { addPerson } from '#lib/testing/records/person'
import { loadEvents } from '#lib/testing/records/signing-session'
import { makeTenant } from '#lib/testing/users/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import { getRequest } from '../find.ts'
import { privacyJobs } from '../jobs.ts'
import { requestErasure } from '../request.ts'

const TIMEOUT_MS = 90_000
const email = 'ada@example.com'

afterAll(closeThreads)

/** Runs a worker in a process of its own that is killed when the step has committed. */
async function runWorkerUntilKilledAfter(step: string): Promise<void> {
  const worker = spawn(process.execPath, ['lib/testing/service/dying-worker.ts', step, '1'], {
    env: { ...process.env, LOG_LEVEL: 'debug' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const timer = setTimeout(() => worker.kill('SIGTERM'), TIMEOUT_MS)
  const [, signal] = await once(worker, 'exit')
  clearTimeout(timer)
  expect(signal).toBe('SIGKILL')
  // As if its last heartbeat were a minute old, so that another worker takes the job.
  await database().execute(
    sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
  )
}

it.each(['eraseDraftSigners', 'eraseSigners', 'eraseMails'])(
  'an erasure whose worker was killed after %s continues and counts everything once',
  { timeout: 3 * TIMEOUT_MS },
  async (step) => {
    const tenant = await makeTenant()
    const processes = await addPerson(tenant, email)
    await dispatchEvents(tenant)
    const { id } = await requestErasure(tenant.ctx, { email })
    await runWorkerUntilKilledAfter(step)
    const interrupted = await getRequest(tenant.ctx, id)
    expect([interrupted.status, interrupted.email, interrupted.kept]).toEqual(['running', email, null])

    const worker = await startWorker(privacyJobs)
    const statusNow = async () => (await getRequest(tenant.ctx, id)).status
    await expect.poll(statusNow, { timeout: TIMEOUT_MS, interval: 100 }).toBe('completed')
    await worker.stop()

    const { counts, kept } = await getRequest(tenant.ctx, id)
    expect(counts).toMatchObject({ draft_signers: 1, signers: 2, contacts: 1 })
    expect(kept!.processes.map(({ process_id }) => process_id)).toEqual([processes.completed.id])
    for (const process of Object.values(processes)) {
      const events = await loadEvents(tenant, process.id)
      expect(isChainIntact(events)).toBe(true)
      expect(events.filter(({ type }) => type === 'signature.erased').length).toBeLessThanOrEqual(1)
    }
  },
)
