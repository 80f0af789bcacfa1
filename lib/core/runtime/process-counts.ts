import { availableParallelism, totalmem } from 'node:os'
import { z } from 'zod'
import { EnvError, parseVariables, type Variables } from '../env.ts'
import { count } from './variable-kinds.ts'

const processCount = count.max(64, 'must be at most 64').optional()
const variables = z.object({ WEB_PROCESSES: processCount, WORKER_PROCESSES: processCount })

/** How many web and worker processes run on this machine. */
interface ProcessCounts {
  web: number
  worker: number
}

/** Reads the variables; empty and blank ones count as absent. @throws EnvError */
export function readProcessCounts(source: Variables): ProcessCounts {
  const v = parseVariables(variables, source)
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  const fitting = defaultProcessCounts(availableParallelism(), memory)
  const counts = { web: v.WEB_PROCESSES ?? fitting.web, worker: v.WORKER_PROCESSES ?? fitting.worker }
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
