import { getClockOffset, getMachineMilliseconds, isClockRight, setClockOffset } from '#lib/core/clock'
import { unavailable } from '#lib/core/errors'
import { endFault, reportFault } from '#lib/core/runtime/faults'
import { gauge } from '#lib/core/runtime/metrics'
import { errorText } from '#lib/messages/errors'
import { onConnection } from './connection/client.ts'
import { logFailure } from './connection/unavailable.ts'

const INTERVAL_MILLISECONDS = 60_000
/** How often a step of the machine's clock is looked for, which is measured at once. */
const TICK_MILLISECONDS = 1000
const RETRY_SECONDS = 2
const STEP_MILLISECONDS = 1000
/** Jobs that begin within a second share one measurement. */
const FRESH_MILLISECONDS = 1000
/** A slower answer does not tell the time exactly enough. */
const MAX_ROUND_TRIP_MILLISECONDS = 2000

gauge(
  { name: 'clock_offset_seconds', help: 'How far the clock of this machine is ahead of the database’s.' },
  (set) => set(getClockOffset() / 1000),
)

const wallMinusMonotonic = () => getMachineMilliseconds() - performance.now()
/** When the clock was last measured, by the monotonic clock, and how far the machine's clock was ahead of it then. */
let lastMeasurement = { at: Number.NEGATIVE_INFINITY, difference: 0 }

/** Whether the clock was measured in this time, and was not set since. */
function isMeasured(milliseconds: number): boolean {
  const wasSet = Math.abs(wallMinusMonotonic() - lastMeasurement.difference) > STEP_MILLISECONDS
  return !wasSet && performance.now() - lastMeasurement.at < milliseconds
}

/**
 * Measures how far this machine's clock is ahead of the database's; `now()` is corrected by it.
 * @returns whether the answer came fast enough
 * @throws AppError `unavailable` when the database does not respond
 */
export async function measureClock(): Promise<boolean> {
  const begun = { at: performance.now(), difference: wallMinusMonotonic() }
  // On one connection, so that the time until it is free does not count.
  const measured = await onConnection(async (connection) => {
    const [machineBefore, startedAt] = [getMachineMilliseconds(), performance.now()]
    const [row] = await connection.send('select extract(epoch from clock_timestamp()) * 1000 as milliseconds')
    const roundTrip = performance.now() - startedAt
    return { offset: machineBefore + roundTrip / 2 - Number(row!.milliseconds), roundTrip }
  })
  if (measured.roundTrip > MAX_ROUND_TRIP_MILLISECONDS) return false
  lastMeasurement = begun
  setClockOffset(Math.round(measured.offset))
  if (isClockRight()) endFault('clock_wrong')
  else reportFault('clock_wrong', { offset_seconds: Math.round(getClockOffset() / 1000) })
  return true
}

/** Measures the clock now, every minute, and whenever it was set; again each second until it succeeds. */
export async function watchClock(): Promise<void> {
  let isMeasuring = false
  const measure = async () => {
    if (isMeasuring) return
    isMeasuring = true
    await measureClock().catch((error) => logFailure(error, 'the clock could not be measured'))
    isMeasuring = false
  }
  await measure()
  setInterval(() => isMeasured(INTERVAL_MILLISECONDS) || measure(), TICK_MILLISECONDS).unref()
}

/**
 * Measures the clock for work whose time others will rely on, unless it was just measured.
 * @throws AppError `unavailable` when it is wrong by more than a minute, or cannot be measured
 */
export async function assertClockIsRight(): Promise<void> {
  if (!isMeasured(FRESH_MILLISECONDS) && !(await measureClock()))
    throw unavailable(RETRY_SECONDS, errorText('failures.databaseUnavailable'))
  if (!isClockRight()) throw unavailable(INTERVAL_MILLISECONDS / 1000, errorText('refusals.serverClockWrong'))
}
