import { useSyncExternalStore } from 'react'
import { localDate } from './steps.ts'

const LOOK_MILLISECONDS = 60_000

/** The page may stay open over midnight, and its device may sleep meanwhile. */
function watchTime(onChange: () => void): () => void {
  const timer = setInterval(onChange, LOOK_MILLISECONDS)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onChange)
  }
}

/**
 * The day by the service's clock in the time zone of the signer: the clock of the device may be wrong.
 * @param clockOffset how many milliseconds the service's clock is ahead of the device's
 */
export function useToday(timeZone: string, clockOffset: number): string {
  const getToday = () => localDate(new Date(Date.now() + clockOffset), timeZone)
  return useSyncExternalStore(watchTime, getToday, getToday)
}
