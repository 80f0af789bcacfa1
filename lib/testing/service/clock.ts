import { afterAll } from 'vitest'
import { moveClock } from '#lib/core/clock'

/** Makes a function that advances the clock, which is set back after each test or, by default, those of the file. */
export function makeAdvanceClock(
  setBackAfter: (setBack: () => void) => void = afterAll,
): (seconds: number) => void {
  let advanced = 0
  const advanceClock = (seconds: number) => {
    advanced += seconds
    moveClock(seconds * 1000)
  }
  setBackAfter(() => advanceClock(-advanced))
  return advanceClock
}
