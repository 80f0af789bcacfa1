import { useEffect, useState } from 'react'
import { localDate } from './steps.ts'

const LOOK_MILLISECONDS = 60_000

/** The day in the time zone of the signer, also when the page stays open over midnight or its device sleeps. */
export function useToday(timeZone: string): string {
  const [time, setTime] = useState(() => new Date())
  useEffect(() => {
    const look = () =>
      setTime((before) => {
        const now = new Date()
        return localDate(now, timeZone) === localDate(before, timeZone) ? before : now
      })
    const timer = setInterval(look, LOOK_MILLISECONDS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [timeZone])
  return localDate(time, timeZone)
}
