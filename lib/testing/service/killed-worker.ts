import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { database } from '#db/connection/client'
import { sender } from '#lib/jobs/boss'
import type { Jobs } from '#lib/jobs/define'
import { bundleProgram } from './bundle.ts'

/** How long a worker may take to the step at which it dies, and the next one to the end of the job. */
export const WORKER_TIMEOUT = 90_000

const program = await bundleProgram('lib/testing/service/dying-worker.ts')

/**
 * Runs a worker in a process of its own that is killed the `occurrence`th time it logs `step`; the next worker can take
 * its job at once.
 * @param jobs its queues: those of all jobs take time to make, and some begin at its start
 */
export async function runWorkerKilledAt(jobs: Jobs, step: string, occurrence = 1): Promise<void> {
  const worker = spawn(process.execPath, [program, step, String(occurrence), ...Object.keys(jobs)], {
    env: { ...process.env, LOG_LEVEL: 'debug' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const timer = setTimeout(() => worker.kill('SIGTERM'), WORKER_TIMEOUT)
  const [, signal] = await once(worker, 'exit')
  clearTimeout(timer)
  expect(signal).toBe('SIGKILL')
  // As if its last heartbeat were a minute old, and the delay of the retry over.
  await database().execute(
    sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
  )
  await (await sender().boss).supervise()
  await database().execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
}
