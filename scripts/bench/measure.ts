/** Measures requests per second and their durations. BENCH_SECONDS sets the length of one measurement. */
import autocannon from 'autocannon'

const rounds = 3
const duration = Number(process.env.BENCH_SECONDS ?? 3)

export interface Case {
  name: string
  url: string
  /** The name of the case that this one is compared with. */
  baseline?: string
  method?: string
  headers?: Record<string, string>
  body?: Buffer
}

interface Measurement {
  perSecond: number
  p50: number
  p99: number
}

/** Measures the cases in turn, in several rounds, so that other load on the machine affects all of them alike. */
export async function measureAll(cases: Case[], connections: number): Promise<void> {
  const measurements = new Map<string, Measurement[]>(cases.map(({ name }) => [name, []]))
  for (let attempt = 0; attempt <= rounds; attempt++) {
    for (const { name, baseline, ...request } of cases) {
      const { requests, latency, non2xx, errors } = await autocannon({ ...request, connections, duration })
      if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} refusals, ${errors} errors.`)
      // The first round only warms up.
      const { p50, p99 } = latency
      if (attempt > 0) measurements.get(name)!.push({ perSecond: requests.average, p50, p99 })
    }
  }
  console.log(`\n${connections} ${connections === 1 ? 'connection' : 'connections'} (median of ${rounds})\n`)
  const findMedian = (name: string) => medianBySpeed(measurements.get(name)!)
  console.table(
    cases.map(({ name, baseline }) => ({
      request: name,
      'per second': findMedian(name).perSecond.toFixed(0),
      'p50 (ms)': findMedian(name).p50,
      'p99 (ms)': findMedian(name).p99,
      'of its baseline': baseline
        ? `${((100 * findMedian(name).perSecond) / findMedian(baseline).perSecond).toFixed(0)} % of ${baseline}`
        : '',
    })),
  )
}

function medianBySpeed(values: Measurement[]): Measurement {
  return values.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(values.length / 2)]!
}
