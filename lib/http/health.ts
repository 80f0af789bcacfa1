import { FastResponse } from 'srvx/node'
import { z } from 'zod'
import { isWorkerAlive } from '#lib/jobs/heartbeat'
import { probeFolder } from '#lib/storage/folder'
import { store } from '#lib/storage/open-store'
import { stagingFolder } from '#lib/storage/store'
import type { ResponseSpec } from './response/response.ts'

const TIMEOUT_MILLISECONDS = 2000
const PROBE_MILLISECONDS = 2000

const HealthShape = z
  .object({ status: z.enum(['ok', 'unavailable']), checks: z.record(z.string(), z.boolean()) })
  .meta({ id: 'Health' })

type Health = z.infer<typeof HealthShape>

/**
 * Whether this process can serve requests: the database responds and files can be written. A worker is reported, not
 * required.
 */
export async function readiness(): Promise<Health> {
  const [worker, storage] = await Promise.all([
    withTimeout(isWorkerAlive()),
    withTimeout(isStorageWritable()),
  ])
  const checks = { database: worker !== null, storage: storage !== null, worker: worker ?? false }
  return { status: checks.database && checks.storage ? 'ok' : 'unavailable', checks }
}

/** 200 when all is well, 503 when not, for load balancers. */
export function health(): ResponseSpec<Health> {
  return {
    status: 200,
    bodySchema: HealthShape,
    others: { 503: 'A dependency does not respond; `checks` says which.' },
    respond: (state) => FastResponse.json(state, { status: state.status === 'ok' ? 200 : 503 }),
  }
}

let probe: { at: number; result: Promise<true> } | null = null

/** The check is public and writes to the storage, so its result is cached. */
function isStorageWritable(): Promise<true> {
  if (!probe || performance.now() - probe.at > PROBE_MILLISECONDS) {
    probe = { at: performance.now(), result: probeStorage() }
  }
  return probe.result
}

async function probeStorage(): Promise<true> {
  await Promise.all([probeFolder(stagingFolder()), (await store()).probe()])
  return true
}

async function withTimeout<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), TIMEOUT_MILLISECONDS)
  })
  return Promise.race([work.catch(() => null), timeout]).finally(() => clearTimeout(timer))
}
