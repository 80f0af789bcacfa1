import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { singleton } from './singleton.ts'

/** The metrics of this process, for Prometheus. */
export const registry = singleton('metrics', () => new Registry())

/** Buckets in seconds: for what a person waits for, from a fast request to the longest task. */
const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 15, 60, 300]

interface Described<Label extends string> {
  /** Without the prefix, with the unit last: `jobs_total`. */
  name: string
  help: string
  labels?: Label[]
}

/** The counter `paraph_<name>`. */
export function counter<Label extends string>({ name, help, labels = [] }: Described<Label>): Counter<Label> {
  return register(
    `paraph_${name}`,
    (name) => new Counter({ name, help, labelNames: labels, registers: [registry] }),
  )
}

/** The histogram `paraph_<name>` of durations in seconds. */
export function histogram<Label extends string>({
  name,
  help,
  labels = [],
}: Described<Label>): Histogram<Label> {
  return register(
    `paraph_${name}`,
    (name) => new Histogram({ name, help, labelNames: labels, buckets: SECONDS, registers: [registry] }),
  )
}

/**
 * The gauge `paraph_<name>`, read whenever the metrics are.
 * @param read sets the values; where it fails or sets none, the gauge has none
 */
export function gauge<Label extends string>(
  { name, help, labels = [] }: Described<Label>,
  read: (set: (value: number, labels?: Partial<Record<Label, string>>) => void) => void | Promise<void>,
): Gauge<Label> {
  return register(
    `paraph_${name}`,
    (name) =>
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers: [registry],
        async collect() {
          this.reset()
          // Without labels it would have the value 0 now.
          if (labels.length === 0) this.remove()
          const values: [Partial<Record<Label, string>>, number][] = []
          try {
            await read((value, labels = {}) => values.push([labels, value]))
          } catch {
            return
          }
          for (const [labels, value] of values) this.set(labels, value)
        },
      }),
  )
}

/** The metric of this name; made once, though Next bundles a copy of each module per page. */
function register<T extends Counter | Gauge | Histogram>(name: string, make: (name: string) => T): T {
  return (registry.getSingleMetric(name) as T | undefined) ?? make(name)
}
