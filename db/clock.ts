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
/** A slower answer does not tell the time exactly enough. */
const MAX_ROUND_TRIP_MILLISECONDS = 2000

gauge(
  { name: 'clock_offset_seconds', help: 'How far the clock of this machine is ahead of the database’s.' },
  (set) => set(getClockOffset() / 1000),
)

/**
 * Measures how far this machine's clock is ahead of the database's; `now()` is corrected by it.
 * @returns whether the answer came fast enough
 * @throws AppError `unavailable` when the database does not respond
 */
export async function measureClock(): Promise<boolean> {
  // On one connection, so that the time until it is free does not count.
  const measured = await onConnection(async (connection) => {
    const [machineBefore, startedAt] = [getMachineMilliseconds(), performance.now()]
    const [row] = await connection.send('select extract(epoch from clock_timestamp()) * 1000 as milliseconds')
    const roundTrip = performance.now() - startedAt
    return { offset: machineBefore + roundTrip / 2 - Number(row!.milliseconds), roundTrip }
  })
  if (measured.roundTrip > MAX_ROUND_TRIP_MILLISECONDS) return false
  setClockOffset(Math.round(measured.offset))
  if (isClockRight()) endFault('clock_wrong')
  else reportFault('clock_wrong', { offset_seconds: Math.round(getClockOffset() / 1000) })
  return true
}

/** Measures the clock now, every minute, and whenever it was set; again each second until it succeeds. */
export async function watchClock(): Promise<void> {
  const wallMinusMonotonic = () => getMachineMilliseconds() - performance.now()
  let last = { difference: wallMinusMonotonic(), at: Number.NEGATIVE_INFINITY }
  let isMeasuring = false
  const measure = async () => {
    if (isMeasuring) return
    isMeasuring = true
    const begun = { difference: wallMinusMonotonic(), at: performance.now() }
    try {
      if (!(await measureClock())) return
      last = begun
    } catch (error) {
      logFailure(error, 'the clock could not be measured')
    } finally {
      isMeasuring = false
    }
  }
  await measure()
  setInterval(() => {
    const wasSet = Math.abs(wallMinusMonotonic() - last.difference) > STEP_MILLISECONDS
    if (wasSet || performance.now() - last.at >= INTERVAL_MILLISECONDS) void measure()
  }, TICK_MILLISECONDS).unref()
}

/**
 * Measures the clock for work whose time others will rely on.
 * @throws AppError `unavailable` when it is wrong by more than a minute, or cannot be measured
 */
export async function assertClockIsRight(): Promise<void> {
  if (!(await measureClock())) throw unavailable(RETRY_SECONDS, errorText('failures.databaseUnavailable'))
  if (!isClockRight()) throw unavailable(INTERVAL_MILLISECONDS / 1000, errorText('refusals.serverClockWrong'))
}
