import { availableParallelism, totalmem } from 'node:os'
import { z } from 'zod'
import { EnvError } from '../env.ts'

const count = z.coerce
  .number({ error: 'must be a whole number' })
  .int('must be a whole number')
  .min(0, 'must not be negative')
  .max(64, 'must be at most 64')

const variables = z.object({ WEB_PROCESSES: count.optional(), WORKER_PROCESSES: count.optional() })

/** How many web and worker processes run on this machine. */
export interface ProcessCounts {
  web: number
  worker: number
}

/** Reads the variables; empty ones count as absent. @throws EnvError */
export function readProcessCounts(source: Record<string, string | undefined>): ProcessCounts {
  const nonEmpty = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const { data, error } = variables.safeParse(nonEmpty)
  if (error)
    throw new EnvError(
      error.issues.map(({ path, message }) => `${path[0]?.toString()} ${message}.`).join('\n'),
    )
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  const fitting = defaultProcessCounts(availableParallelism(), memory)
  const counts = { web: data.WEB_PROCESSES ?? fitting.web, worker: data.WORKER_PROCESSES ?? fitting.worker }
  if (counts.web + counts.worker === 0)
    throw new EnvError('WEB_PROCESSES and WORKER_PROCESSES must not both be 0.')
  return counts
}

const GIBIBYTE = 2 ** 30
/** The embedded PostgreSQL has 200 connections, of which each process opens up to 16. */
const MOST = { web: 4, worker: 2 }

/**
 * One web process for two processors, as one handles requests on one processor while PostgreSQL and the workers need the
 * others; one worker for four, as its threads seal on up to four. Under load a process needs up to a gibibyte.
 */
export function defaultProcessCounts(processors: number, memoryBytes: number): ProcessCounts {
  const gibibytes = memoryBytes / GIBIBYTE
  const bounded = (byProcessors: number, byMemory: number, most: number) =>
    Math.max(1, Math.min(most, Math.floor(byProcessors), Math.floor(byMemory)))
  return {
    web: bounded(processors / 2, gibibytes / 2, MOST.web),
    worker: bounded(processors / 4, gibibytes / 4, MOST.worker),
  }
}
