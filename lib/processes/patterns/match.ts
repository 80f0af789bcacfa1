import { resolve } from 'node:path'
import type { FieldErrors } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { ThreadPool } from '#lib/pdf/thread-pool'
import { limits } from '../input.ts'
import { type Outcome, type Trial, type TrialLimits, tryPatterns } from './trial.ts'

/** Enough for thousands of honest fields; nobody else of this process waits longer. */
const HERE: TrialLimits = { eachMilliseconds: 20, totalMilliseconds: 20, late: 0 }
/** What was let in when its fields were written is done in this time, with nobody to wait for but the signer. */
const SIGNING: TrialLimits = { eachMilliseconds: 250, totalMilliseconds: 10_000, late: 4 }
const WRITING: TrialLimits = { eachMilliseconds: 250, totalMilliseconds: 5000, late: 16 }
const THREAD_SECONDS = 15

/** Texts on which patterns that backtrack without end are caught when they are written, not when somebody signs. */
const probes = ['', 'a', '0', ' ', 'aA0'].map((unit) => `${unit.repeat(unit.length > 1 ? 14 : 40)}!`)

const TOO_SLOW = 'Takes too long to compare with a text.'
export const tooManyPatterns = `There may be at most ${limits.patterns} different patterns.`

/** What became of a trial; undefined when its turn never came. */
export type Matcher = (pattern: string, text: string) => Outcome | undefined

/** Tries all of them, together within a bound of time and without holding up anybody else. */
export async function matchPatterns(trials: Trial[], limits = SIGNING): Promise<Matcher> {
  const keyOf = ({ pattern, text }: Trial) => JSON.stringify([pattern, text])
  const distinct = [...new Map(trials.map((trial) => [keyOf(trial), trial])).values()]
  const outcomes = distinct.length > 0 ? tryPatterns(distinct, HERE) : []
  if (outcomes.length < distinct.length) {
    outcomes.push(...(await inThread(distinct.slice(outcomes.length), limits)))
  }
  const known = new Map(distinct.map((trial, index) => [keyOf(trial), outcomes[index]]))
  return (pattern, text) => known.get(keyOf({ pattern, text }))
}

/** What is wrong with the patterns of new fields, under `fields.N.validation.pattern`. */
export async function patternFaults(
  fields: { validation?: { pattern?: string | undefined } | undefined }[],
): Promise<FieldErrors> {
  const patterns = new Set(fields.flatMap(({ validation }) => validation?.pattern ?? []))
  if (patterns.size > limits.patterns) return { fields: [tooManyPatterns] }
  const trials = [...patterns].flatMap((pattern) => probes.map((text) => ({ pattern, text })))
  const matches = await matchPatterns(trials, WRITING)
  const outcomes = new Map(
    [...patterns].map((pattern) => [pattern, probes.map((text) => matches(pattern, text))]),
  )
  const faultsOf = (bad: Outcome | undefined, message: string): FieldErrors =>
    Object.fromEntries(
      fields.flatMap(({ validation: { pattern } = {} }, index) =>
        pattern !== undefined && outcomes.get(pattern)?.includes(bad)
          ? [[`fields.${index}.validation.pattern`, [message]]]
          : [],
      ),
    )
  const faults = { ...faultsOf('unusable', 'Must be a regular expression.'), ...faultsOf('late', TOO_SLOW) }
  // Where others took all the time, those whose turn never came are not to blame.
  return Object.keys(faults).length > 0 ? faults : faultsOf(undefined, TOO_SLOW)
}

/** Stops the thread; the next trial that takes its time starts a new one. */
export async function closePatternThread(): Promise<void> {
  const { pool } = home
  home.pool = undefined
  await pool?.close()
}

/** One pool a process, however many bundles of a Next server load this file. */
const key = Symbol.for('paraph.pattern.threads')
const shared = globalThis as { [key]?: { pool?: ThreadPool } }
shared[key] ??= {}
const home = shared[key]

async function inThread(trials: Trial[], limits: TrialLimits): Promise<Outcome[]> {
  home.pool ??= new ThreadPool({
    filename: resolve(process.cwd(), 'lib', 'processes', 'patterns', 'threads.ts'),
    threads: 2,
    heapMb: 256,
    buffersMb: 64,
    maxWaiting: 50,
  })
  try {
    const task = { trials, limits }
    return (await home.pool.run('trial', task, { timeoutSeconds: THREAD_SECONDS })) as Outcome[]
  } catch (error) {
    log().warn({ err: error, trials: trials.length }, 'patterns could not be tried')
    return []
  }
}
