/** Requests a second, and how long one takes. BENCH_SECONDS: another length of one measurement. */
import autocannon from 'autocannon'

const rounds = 3
const duration = Number(process.env.BENCH_SECONDS ?? 3)

export interface Case {
  what: string
  url: string
  /** The measure of this one. */
  next?: string
  method?: string
  headers?: Record<string, string>
  body?: Buffer
}

interface Measured {
  perSecond: number
  p50: number
  p99: number
}

/** Each in turn, several times over, so that what else the machine does falls on all of them. */
export async function measureAll(cases: Case[], connections: number): Promise<void> {
  const measured = new Map<string, Measured[]>(cases.map(({ what }) => [what, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const { what, next, ...request } of cases) {
      const { requests, latency, non2xx, errors } = await autocannon({ ...request, connections, duration })
      if (non2xx + errors > 0) throw new Error(`${what}: ${non2xx} refusals, ${errors} errors.`)
      // The first round only warms up.
      const { p50, p99 } = latency
      if (round > 0) measured.get(what)!.push({ perSecond: requests.average, p50, p99 })
    }
  }
  console.log(`\n${connections} ${connections === 1 ? 'connection' : 'connections'} (median of ${rounds})\n`)
  const of = (what: string) => middle(measured.get(what)!)
  console.table(
    cases.map(({ what, next }) => ({
      request: what,
      'per second': of(what).perSecond.toFixed(0),
      'p50 (ms)': of(what).p50,
      'p99 (ms)': of(what).p99,
      'of its measure': next
        ? `${((100 * of(what).perSecond) / of(next).perSecond).toFixed(0)} % of ${next}`
        : '',
    })),
  )
}

function middle(values: Measured[]): Measured {
  return values.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(values.length / 2)]!
}
