/** A fault in a run of several. */
export interface Injection {
  name: string
  /** Seconds from the beginning of the run. */
  at: number
  seconds: number
}

const RUN_SECONDS = 90
const COUNT = { least: 6, most: 12 }
const SECONDS = { least: 2, most: 15 }

/** Faults at random times, in order; the same seed and names always make the same ones. */
export function makeSchedule(seed: number, names: string[]): Injection[] {
  const random = makeRandom(seed)
  const between = ({ least, most }: { least: number; most: number }) =>
    least + Math.floor(random() * (most - least + 1))
  return Array.from({ length: between(COUNT) }, () => ({
    name: names[between({ least: 0, most: names.length - 1 })]!,
    at: between({ least: 0, most: RUN_SECONDS }),
    seconds: between(SECONDS),
  })).sort((a, b) => a.at - b.at)
}

/** Numbers from 0 to below 1, by mulberry32. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
