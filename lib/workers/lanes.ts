import { availableParallelism } from 'node:os'
import type { Ctx } from '#lib/core/ctx'
import type { Group } from '#lib/core/fair-queue/marked-groups'
import { rateLimitKey } from '#lib/core/network/addresses'
import type { PoolOptions } from './thread-pool.ts'
import type { ThreadTasks } from './threads.ts'

/**
 * The requester of a task. Requests of tenants, requests of visitors and background jobs have separate threads; within
 * them tenants, the signers of each, and visitors by IP address, take turns. Tenants without a confirmed address count as visitors. An
 * aborted `signal` says that the client has left.
 */
export type Requester =
  | (Pick<Ctx, 'tenantId' | 'unconfirmed' | 'address' | 'signal'> & Partial<Pick<Ctx, 'actor'>>)
  | { tenantId: number }
  | { visitor: string; signal?: AbortSignal }
  | 'job'

/** A set of threads with a queue: one for each expected time, so that what takes long delays only its like. */
export type Lane = 'quick' | 'trials' | 'pictures' | 'slow' | 'visitors' | 'slowVisitors' | 'jobs'

/** One of the tries of a task: when it exceeds the limits, the next one is begun in another lane. */
export interface Try {
  lane: Lane
  timeoutSeconds: number
  /** Unlike the timeout, a limit that ordinary tasks do not exceed on a busy machine either. */
  processorSeconds?: number
}

const request = { heapMb: 256, buffersMb: 384, maxWaiting: 500, maxWaitingOfGroup: 100 }
const visitor = { heapMb: 192, buffersMb: 256, maxWaiting: 200, maxWaitingOfGroup: 60 }
const onDemand = { threads: 1, spareThreads: 0 }
const processors = availableParallelism()
const twoToFour = Math.min(4, Math.max(2, processors))

/** The limits of each lane: a request that reads a hostile file must leave memory to the rest of its process. */
export const laneOptions: Record<Lane, Omit<PoolOptions, 'filename'>> = {
  quick: { ...request, firstTask: 'check', niceIncrement: 5, threads: twoToFour + 1, keptSlots: 1 },
  trials: { ...request, ...onDemand, niceIncrement: 8 },
  pictures: { ...visitor, ...onDemand, inProcesses: true, niceIncrement: 12 },
  slow: { ...request, ...onDemand, niceIncrement: 12, threads: Math.min(4, Math.max(1, processors >> 1)) },
  visitors: { ...visitor, ...onDemand, niceIncrement: 15 },
  slowVisitors: { ...visitor, ...onDemand, niceIncrement: 19 },
  jobs: {
    threads: twoToFour,
    niceIncrement: 7,
    heapMb: 1024,
    buffersMb: 1024,
    maxWaiting: 500,
    maxWaitingOfGroup: 500,
  },
}

/**
 * Most tasks take a tenth of this processor time: one that takes more is tried again among its like. On a busy machine
 * an ordinary task must not be: it would wait for those that take long.
 */
const quickTry = { processorSeconds: 0.4, timeoutSeconds: 15 }
/** A pattern takes up to a second, and the next task of the same request the same time: none is slower elsewhere. */
const patternTry = { processorSeconds: 3, timeoutSeconds: 15 }
/** A trial signs for all signers of a process. */
const trialTry = { processorSeconds: 3, timeoutSeconds: 15 }
/** A file may have a thousand signatures. */
const longTasks: (keyof ThreadTasks)[] = ['trial', 'verify', 'verifyStored']
/** Slow lanes leave the processor to the others: the time may be longer than that of the processor. */
const longTry = { processorSeconds: 30, timeoutSeconds: 60 }
const lastTry = { processorSeconds: 10, timeoutSeconds: 25 }
/** A picture is worth no more, and is tried once. */
const pictureTry = { processorSeconds: 3, timeoutSeconds: 20 }
const jobTry = { timeoutSeconds: 120 }
/** It makes a revision, verifies it and verifies the file before it: as long as three tasks. */
const reviseTry = { timeoutSeconds: 360 }

/** The tries of a task, one after the other. */
export function getTries(requester: Requester, name: keyof ThreadTasks): [Try, ...Try[]] {
  // It is read once per process, of which a thread must not be left.
  if (name === 'readTrustedList') return [{ lane: 'slow', ...jobTry }]
  if (requester === 'job') return [{ lane: 'jobs', ...(name === 'revise' ? reviseTry : jobTry) }]
  const [first, slow] = isVisitor(requester)
    ? (['visitors', 'slowVisitors'] as const)
    : (['quick', 'slow'] as const)
  if (name === 'picture' || name === 'differences') return [{ lane: 'pictures', ...pictureTry }]
  if (name === 'measurePatterns' || name === 'matchPatterns') return [{ lane: first, ...patternTry }]
  const last = { lane: slow, ...(longTasks.includes(name) ? longTry : lastTry) }
  if (name !== 'trial') return [{ lane: first, ...quickTry }, last]
  return first === 'quick' ? [{ lane: 'trials', ...trialTry }, last] : [last]
}

/** The group whose tasks take turns with those of others. */
export function getGroup(requester: Requester): Group | undefined {
  if (requester === 'job') return undefined
  if ('visitor' in requester) return requester.visitor
  const { tenantId } = requester
  // Many tenants of one visitor are one group.
  const address = isVisitor(requester) && 'address' in requester && requester.address
  if (address) return rateLimitKey(address)
  // What a tenant does must not delay its signers.
  return 'actor' in requester && requester.actor?.type === 'signer' ? `${tenantId}:signers` : tenantId
}

function isVisitor(requester: Exclude<Requester, 'job'>): boolean {
  return 'visitor' in requester || ('unconfirmed' in requester && requester.unconfirmed === true)
}
