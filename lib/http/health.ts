import { mkdir } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { FastResponse } from 'srvx/node'
import { z } from 'zod'
import { database } from '#db/client'
import { stagingFolder, store } from '#lib/storage/store'
import type { Answer } from './answer.ts'

const PATIENCE_MILLISECONDS = 2000

export const HealthShape = z
  .object({ status: z.enum(['ok', 'unavailable']), checks: z.record(z.string(), z.boolean()) })
  .meta({ id: 'Health' })

type Health = z.infer<typeof HealthShape>

/** Whether this process can serve: the database answers and files can be taken. A worker is told of, not required. */
export async function readiness(): Promise<Health> {
  const [rows, storage] = await Promise.all([inTime(lookForWorker()), inTime(writable())])
  const checks = { database: rows !== null, storage: storage !== null, worker: rows ?? false }
  return { status: checks.database && checks.storage ? 'ok' : 'unavailable', checks }
}

/** 200 when all is well, 503 when not, for load balancers. */
export function health(): Answer<Health> {
  return {
    status: 200,
    shape: HealthShape,
    others: { 503: 'Something that is needed does not answer; `checks` says what.' },
    respond: (state) => FastResponse.json(state, { status: state.status === 'ok' ? 200 : 503 }),
  }
}

/** Workers hold a connection of this name as the application's role. */
async function lookForWorker(): Promise<boolean> {
  const [row] = await database().execute<{ found: boolean }>(
    sql`select exists (select from pg_stat_activity where application_name = 'paraph-claims'
      and datname = current_database()) as found`,
  )
  return row?.found ?? false
}

async function writable(): Promise<true> {
  await mkdir(stagingFolder(), { recursive: true, mode: 0o700 })
  await (await store()).answers()
  return true
}

async function inTime<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MILLISECONDS)
  })
  return Promise.race([work.catch(() => null), late]).finally(() => clearTimeout(timer))
}
