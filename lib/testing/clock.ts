import { afterAll } from 'vitest'
import { moveClock } from '#lib/core/clock'

/** Moves the clock on by so many seconds; at the end of the test file it is set right again. */
export function makeWait(): (seconds: number) => void {
  let moved = 0
  afterAll(() => moveClock(-moved * 1000))
  return (seconds) => {
    moved += seconds
    moveClock(seconds * 1000)
  }
}
