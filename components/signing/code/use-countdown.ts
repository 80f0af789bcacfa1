import { useEffect, useState } from 'react'

/** How long after a code another one can be sent. */
export const SECONDS_BETWEEN_SENDS = 30

/** As `useState`, of seconds, which go down to 0. */
export function useCountdown(initial: number) {
  const [seconds, setSeconds] = useState(initial)
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return [seconds, setSeconds] as const
}
