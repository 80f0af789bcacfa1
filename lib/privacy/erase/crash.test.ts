import { afterAll, expect, it } from 'vitest'
import { isChainIntact } from '#lib/audit/chain'
import { startWorker } from '#lib/jobs/worker'
import { dispatchEvents } from '#lib/testing/records/mailbox'
import { addPerson } from '#lib/testing/records/person'
import { loadEvents } from '#lib/testing/records/signing-session'
import { runWorkerKilledAt, WORKER_TIMEOUT } from '#lib/testing/service/killed-worker'
import { makeTenant } from '#lib/testing/users/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import { getRequest } from '../find.ts'
import { privacyJobs } from '../jobs.ts'
import { requestErasure } from '../request.ts'

const email = 'ada@example.com'

afterAll(closeThreads)

it.each(['eraseSigners', 'eraseMails'])(
  'an erasure whose worker was killed after %s continues and counts everything once',
  { timeout: 3 * WORKER_TIMEOUT },
  async (step) => {
    const tenant = await makeTenant()
    const processes = await addPerson(tenant, email)
    await dispatchEvents(tenant)
    const { id } = await requestErasure(tenant.ctx, { email })
    await runWorkerKilledAt(privacyJobs, step)
    const interrupted = await getRequest(tenant.ctx, id)
    expect([interrupted.status, interrupted.email, interrupted.kept]).toEqual(['running', email, null])

    const worker = await startWorker(privacyJobs)
    const statusNow = async () => (await getRequest(tenant.ctx, id)).status
    await expect.poll(statusNow, { timeout: WORKER_TIMEOUT, interval: 100 }).toBe('completed')
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
