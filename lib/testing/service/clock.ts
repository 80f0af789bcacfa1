import { afterAll } from 'vitest'
import { moveClock } from '#lib/core/clock'

/** Makes a function that advances the clock; at the end of the test file the clock is set back. */
export function makeAdvanceClock(): (seconds: number) => void {
  let advanced = 0
  afterAll(() => moveClock(-advanced * 1000))
  return (seconds) => {
    advanced += seconds
    moveClock(seconds * 1000)
  }
}
