import { logFailure } from '#db/connection/unavailable'
import { log } from '#lib/core/log'
import { setTimesBack } from './boss-internals.ts'

const INTERVAL_MILLISECONDS = 30_000

/**
 * Looks now and every half minute whether jobs have times in the future, because the clock of the database was set back.
 * @returns a function that stops it
 */
export async function watchSetBackClock(): Promise<() => void> {
  const look = async () => {
    try {
      const jobs = await setTimesBack()
      if (jobs > 0) log().warn({ jobs }, "the clock of the database was set back; the jobs' times are, too")
    } catch (error) {
      logFailure(error, 'jobs with times in the future were not looked for')
    }
  }
  await look()
  const timer = setInterval(() => void look(), INTERVAL_MILLISECONDS)
  return () => clearInterval(timer)
}
