import { setTimeout as sleep } from 'node:timers/promises'
import { findFault, type Load } from '../load.ts'
import { countEach } from './count-each.ts'
import type { Fault } from './fault.ts'
import { describeLog } from './read-log.ts'
import { Site } from './site.ts'

const BEFORE_SECONDS = 8
const AFTER_SECONDS = 8
/** A process begins in every such interval; in a longer one where more processes would begin during the fault. */
const PACE_MILLISECONDS = 3000
const MOST_PROCESSES = 60

/** What a fault did. */
export interface Outcome {
  title: string
  seconds: number
  /** Processes that were begun, and those of them that are whole. */
  begun: number
  whole: number
  /** Processes that were completed while the fault lasted. */
  completedMeanwhile: number
  /** What users saw from the beginning of the fault until all was well. */
  seen: string
  /** Seconds from the end of the fault to the last failed request, and to the end of the last process begun before. */
  failedFor: number
  wellAfter: number
  logged: string[]
  errors: string[]
  /** Why requests failed, with how many of them. */
  reasons: string[]
}

/** Tries one fault on a service of its own. */
export async function tryFault(fault: Fault): Promise<Outcome> {
  const site = await Site.make()
  try {
    await fault.prepare?.(site)
    await site.start()
    return await judge(site, fault, async (load) => {
      const { seconds, apartSeconds } = fault
      if (apartSeconds === undefined) return inject(site, fault, seconds)
      const end = Date.now() + seconds * 1000
      if (!(await waitForSeal(load, end)))
        throw new Error(`No process got its last signature in ${seconds} s.`)
      await inject(site, fault, 1)
      // How long it takes until all is well counts from the last time.
      while (Date.now() + apartSeconds * 1000 < end) {
        await sleep(apartSeconds * 1000)
        if (await waitForSeal(load, end)) await inject(site, fault, 1)
      }
    })
  } finally {
    await site.stop()
  }
}

async function inject(site: Site, fault: Fault, seconds: number): Promise<void> {
  try {
    await fault.inject(site)
    await sleep(seconds * 1000)
  } finally {
    await fault.heal?.(site)
  }
}

/** Waits until a process has got its last signature, and up to a second, which a seal takes. @returns whether one has */
async function waitForSeal({ signings }: Load, end: number): Promise<boolean> {
  const countSigned = () =>
    signings.filter(({ accepted, signers }) => accepted.size === signers.length).length
  for (const before = countSigned(); countSigned() === before; await sleep(10))
    if (Date.now() > end) return false
  await sleep(Math.random() * 1000)
  return true
}

/** Has processes signed before, during and after `callback`, and looks at all of them when they are completed. */
export async function judge(
  site: Site,
  { title, check, seconds = 0 }: Pick<Fault, 'title' | 'check'> & { seconds?: number },
  callback: (load: Load) => Promise<void>,
): Promise<Outcome> {
  const pace = Math.max(PACE_MILLISECONDS, (seconds * 1000) / MOST_PROCESSES)
  const load = site.startLoad(pace, seconds)
  await sleep(BEFORE_SECONDS * 1000)
  const begunAt = Date.now()
  await callback(load)
  const healedAt = Date.now()
  await sleep(AFTER_SECONDS * 1000)
  await load.stop()
  const processErrors = await findErrors(load)
  const otherErrors = (await check?.(site, load.signings).catch((error: Error) => [error.message])) ?? []
  const ends = load.signings
    .filter((signing) => signing.begunAt < healedAt)
    .map(({ completedAt }) => completedAt ?? Number.POSITIVE_INFINITY)
  const wellAt = Math.max(healedAt, ...ends)
  const secondsAfter = (at: number) => Math.max(0, Math.round((at - healedAt) / 100) / 10)
  return {
    title,
    seconds: Math.round((healedAt - begunAt) / 1000),
    begun: load.signings.length,
    whole: load.signings.length - processErrors.length,
    completedMeanwhile: ends.filter((end) => end > begunAt && end < healedAt).length,
    seen: site.responses.describe(begunAt, wellAt),
    failedFor: secondsAfter(site.responses.lastFailure() ?? 0),
    wellAfter: secondsAfter(wellAt),
    logged: describeLog(site.readLog()),
    errors: [...processErrors, ...otherErrors],
    reasons: countEach(load.failures.map(({ reason }) => reason)),
  }
}

async function findErrors({ signings }: Load): Promise<string[]> {
  const errors: string[] = []
  for (const signing of signings) {
    const error = await findFault(signing).catch((error: Error) => error.message)
    if (error) errors.push(`Process ${signing.id}: ${error}`)
  }
  return errors
}
