import { FastResponse } from 'srvx/node'
import { z } from 'zod'
import { probeDatabase } from '#db/connection/client'
import { getClockOffset, isClockRight, isRightOffset } from '#lib/core/clock'
import { reportFault } from '#lib/core/runtime/faults'
import { readWorkersState, type WorkersState } from '#lib/jobs/heartbeat'
import { probeFolder } from '#lib/storage/folder'
import { store } from '#lib/storage/open-store'
import { assertSpaceLeft } from '#lib/storage/stage'
import { stagingFolder } from '#lib/storage/store'
import type { ResponseSpec } from './response/response.ts'

/** A dependency that takes longer counts as unavailable. */
const TIMEOUT_MILLISECONDS = 2000
/** How long the result of a check is reused: the route is public. */
const CACHE_MILLISECONDS = 2000

const statusSchema = z.enum(['ok', 'unavailable']).meta({
  description: '`ok` comes with the status 200, `unavailable` with 503.',
  example: 'ok',
})

export const LivenessShape = z
  .object({ status: statusSchema, checks: z.object({}).meta({ description: 'Nothing else is checked.' }) })
  .meta({ id: 'Liveness', description: 'The process is alive.' })

const check = (description: string) => z.boolean().meta({ description, example: true })
const time = (description: string) =>
  z.iso.datetime().nullable().meta({ description, example: '2026-11-21T12:00:00.000Z' })
const offset = (description: string) => z.number().meta({ description, example: 0.012 })

const ReadinessShape = z
  .object({
    status: statusSchema,
    checks: z
      .object({
        database: check('The database responds. Required.'),
        clock: check('The clock of this machine differs from the database’s by a minute at most. Required.'),
        storage: check(
          'A folder can be written and has space; a bucket responds and accepts the credentials: that it is full, only uploads notice. Without it uploads are refused with 503 or 507; the rest works.',
        ),
        worker: check(
          'A worker runs and has finished a job recently. Without one signatures wait to be embedded.',
        ),
        worker_clocks: check('The clocks of all workers are right. A worker with a wrong one seals nothing.'),
      })
      .meta({ description: 'What was checked; `database` and `clock` decide about `status`.' }),
    clock_offset_seconds: offset('How far the clock of this machine is ahead of the database’s.'),
    workers: z
      .object({
        count: z.int().meta({ description: 'Worker processes that run now.', example: 1 }),
        last_job_at: time('When a worker last finished the job that runs every minute.'),
        oldest_waiting_job_at: time(
          'Since when the job that waits longest could run; null when none waits.',
        ).meta({
          example: null,
        }),
        clock_offset_seconds: offset('The largest offset of a worker’s clock from the database’s.'),
      })
      .nullable()
      .meta({ description: 'Null when it cannot be read: the database does not respond, or only slowly.' }),
  })
  .meta({
    id: 'Readiness',
    description: 'Whether a process can serve requests, and what is wrong otherwise.',
  })

type Readiness = z.infer<typeof ReadinessShape>

/**
 * Whether this process can serve requests: the database responds and the clock is right. Storage and workers are
 * reported, but not required: they fail for all machines at once, and sign-in, reading and signing go on without them.
 */
export async function readiness(): Promise<Readiness> {
  const [answer, workers, storage] = await Promise.all([checkDatabase(), checkWorkers(), checkStorage()])
  const checks = {
    database: answer !== null,
    clock: isClockRight(),
    storage: storage !== null,
    worker: workers?.alive ?? false,
    worker_clocks: workers !== null && isRightOffset(workers.clockOffsetMilliseconds),
  }
  return {
    status: checks.database && checks.clock ? 'ok' : 'unavailable',
    checks,
    clock_offset_seconds: getClockOffset() / 1000,
    workers: workers && presentWorkers(workers),
  }
}

function presentWorkers(state: WorkersState): Readiness['workers'] {
  return {
    count: state.count,
    last_job_at: state.lastJobAt?.toISOString() ?? null,
    oldest_waiting_job_at: state.oldestWaitingAt?.toISOString() ?? null,
    clock_offset_seconds: state.clockOffsetMilliseconds / 1000,
  }
}

/** The response of the health check: 200 when the process can serve requests, 503 when not, for load balancers. */
export function readinessResponse(): ResponseSpec<Readiness> {
  return {
    status: 200,
    bodySchema: ReadinessShape,
    others: { 503: 'The database does not respond, or the clock is wrong; `checks` says which.' },
    respond: (result) => FastResponse.json(result, { status: result.status === 'ok' ? 200 : 503 }),
  }
}

/** The cheapest statement: how long the queue takes to be read must not take a machine out. */
const checkDatabase = cached(async () => {
  await probeDatabase()
  return true
})
const checkWorkers = cached(readWorkersState)
const checkStorage = cached(
  () =>
    Promise.all([
      probeFolder(stagingFolder()).then(() => assertSpaceLeft()),
      store().then((opened) => opened.probe()),
    ]),
  () => reportFault('storage_unreachable', { reason: `no answer in ${TIMEOUT_MILLISECONDS / 1000} s` }),
)

/**
 * The result of `check`, reused for two seconds; null when it fails or takes too long. While one hangs no other is
 * begun: each that waits for a file system keeps one of the few threads with which Node reads files and hashes.
 */
function cached<T>(check: () => Promise<T>, onTimeout?: () => void): () => Promise<T | null> {
  let last: { at: number; result: Promise<T | null>; isRunning: boolean } | null = null
  return () => {
    if (!last || (!last.isRunning && performance.now() - last.at > CACHE_MILLISECONDS)) {
      const running = check()
      const begun = { at: performance.now(), result: withTimeout(running, onTimeout), isRunning: true }
      const end = () => {
        begun.isRunning = false
      }
      running.then(end, end)
      last = begun
    }
    return last.result
  }
}

/** The result of `check`; null when it fails or takes too long. */
async function withTimeout<T>(check: Promise<T>, onTimeout?: () => void): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      onTimeout?.()
      resolve(null)
    }, TIMEOUT_MILLISECONDS)
  })
  return Promise.race([check.catch(() => null), timeout]).finally(() => clearTimeout(timer))
}
