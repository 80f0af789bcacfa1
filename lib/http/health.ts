import { FastResponse } from 'srvx/node'
import { z } from 'zod'
import { isWorkerAlive } from '#lib/jobs/heartbeat'
import { probeFolder } from '#lib/storage/folder'
import { store } from '#lib/storage/open-store'
import { stagingFolder } from '#lib/storage/store'
import type { ResponseSpec } from './response/response.ts'

/** A dependency that takes longer counts as unavailable. */
const TIMEOUT_MILLISECONDS = 2000
/** How long the result of a storage check is reused. */
const PROBE_CACHE_MILLISECONDS = 2000

const HealthShape = z
  .object({ status: z.enum(['ok', 'unavailable']), checks: z.record(z.string(), z.boolean()) })
  .meta({ id: 'Health' })

type Health = z.infer<typeof HealthShape>

/**
 * Whether this process can serve requests: the database responds and files can be written. A worker is reported, but
 * not required.
 */
export async function readiness(): Promise<Health> {
  const [worker, storage] = await Promise.all([
    withTimeout(isWorkerAlive()),
    withTimeout(isStorageWritable()),
  ])
  // `isWorkerAlive` asks the database, so null means that the database did not respond.
  const checks = { database: worker !== null, storage: storage !== null, worker: worker ?? false }
  return { status: checks.database && checks.storage ? 'ok' : 'unavailable', checks }
}

/** The response of the health check: 200 when the process can serve requests, 503 when not, for load balancers. */
export function healthResponse(): ResponseSpec<Health> {
  return {
    status: 200,
    bodySchema: HealthShape,
    others: { 503: 'A dependency does not respond; `checks` says which.' },
    respond: (result) => FastResponse.json(result, { status: result.status === 'ok' ? 200 : 503 }),
  }
}

let lastProbe: { at: number; result: Promise<true> } | null = null

/** The route is public and writes to the storage, so its result is cached. */
function isStorageWritable(): Promise<true> {
  if (!lastProbe || performance.now() - lastProbe.at > PROBE_CACHE_MILLISECONDS) {
    lastProbe = { at: performance.now(), result: probeStorage() }
  }
  return lastProbe.result
}

async function probeStorage(): Promise<true> {
  await Promise.all([probeFolder(stagingFolder()), (await store()).probe()])
  return true
}

/** The result of `check`; null when it fails or takes too long. */
async function withTimeout<T>(check: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), TIMEOUT_MILLISECONDS)
  })
  return Promise.race([check.catch(() => null), timeout]).finally(() => clearTimeout(timer))
}
