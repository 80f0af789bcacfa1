import { expect } from 'vitest'
import { startProcessorClock } from './processor-time.ts'

const MAX_BYTES = 524_288
/** Linear work takes a tenth of it; quadratic work takes longer at some hundred kilobytes. */
export const MAX_MILLISECONDS = 4000

/** Quadruples the input up to half a megabyte, and stops at the first one that takes long. */
export async function expectLinear(unit: string, work: (text: string) => unknown): Promise<void> {
  for (let length = 2048; length <= MAX_BYTES; length *= 4) {
    const text = unit.repeat(Math.ceil(length / unit.length))
    const getMilliseconds = startProcessorClock()
    await work(text)
    expect(getMilliseconds(), `${length} bytes of ${unit}`).toBeLessThan(MAX_MILLISECONDS)
  }
}
