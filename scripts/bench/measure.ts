/**
 * Measures requests per second and their durations. BENCH_SECONDS sets the length of one measurement, BENCH_ROUNDS how
 * often each case is measured.
 */
import autocannon from 'autocannon'
import type { Role } from '../process-tree.ts'
import type { Service } from '../service.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** After a pause a service loads its threads again, and a measurement is short. */
const WARM_UP_SECONDS = 1
const duration = Number(process.env.BENCH_SECONDS ?? 3)

export interface Case {
  name: string
  url: string
  /** The name of the case that this one is compared with. */
  baseline?: string
  method?: string
  headers?: Record<string, string>
  body?: Buffer
  /** The service whose processor time is measured; else it is 0. */
  service?: Service
}

export type Measurement = Record<
  'perSecond' | 'p50' | 'p99' | 'webMilliseconds' | 'postgresMilliseconds',
  number
>

/** Measures the cases in turn, in several rounds, so that other load on the machine affects all of them alike. */
export async function measureAll(cases: Case[], connections: number): Promise<void> {
  const measurements = await measureRounds(cases, connections)
  console.log(`\n${connections} ${connections === 1 ? 'connection' : 'connections'} (median of ${rounds})\n`)
  const findMedian = (name: string) => medianOfEach(measurements.get(name)!)
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

/** Like `measureAll`; returns for each case, by its name, the measurement of each round. */
export async function measureRounds(
  cases: Case[],
  connections: number,
): Promise<ReadonlyMap<string, Measurement[]>> {
  const measurements = new Map<string, Measurement[]>(cases.map(({ name }) => [name, []]))
  for (let attempt = 0; attempt <= rounds; attempt++) {
    for (const benchCase of cases) {
      const measurement = await withoutOthers(cases, benchCase, () => measureOnce(benchCase, connections))
      // The first round only warms up.
      if (attempt > 0) measurements.get(benchCase.name)!.push(measurement)
    }
  }
  return measurements
}

/** Stops the services of the other cases meanwhile: what they do by themselves would take processors from this one. */
async function withoutOthers<T>(cases: Case[], measured: Case, measure: () => Promise<T>): Promise<T> {
  const others = new Set(
    cases.map(({ service }) => service).filter((service) => service !== measured.service),
  )
  for (const other of others) other?.kill('', 'SIGSTOP')
  try {
    return await measure()
  } finally {
    for (const other of others) other?.kill('', 'SIGCONT')
  }
}

async function measureOnce(measured: Case, connections: number): Promise<Measurement> {
  const { name, baseline, service, ...request } = measured
  await autocannon({ ...request, connections, duration: WARM_UP_SECONDS })
  const before = service?.processorMilliseconds()
  const { requests, latency, non2xx, errors } = await autocannon({ ...request, connections, duration })
  if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} refusals, ${errors} errors.`)
  const after = service?.processorMilliseconds()
  const perRequest = (role: Role) => ((after?.[role] ?? 0) - (before?.[role] ?? 0)) / requests.total
  return {
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    webMilliseconds: perRequest('web'),
    postgresMilliseconds: perRequest('PostgreSQL'),
  }
}

/** Of an even number, the higher of both in the middle. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** The median of each figure. */
export function medianOfEach<K extends string>(rows: Record<K, number>[]): Record<K, number> {
  const names = Object.keys(rows[0]!) as K[]
  return Object.fromEntries(names.map((name) => [name, median(rows.map((row) => row[name]))])) as Record<
    K,
    number
  >
}
