import { describe, expect, it } from 'vitest'
import { counter, gauge, registry } from './metrics.ts'

const textOf = (name: string) => registry.getSingleMetricAsString(name)

describe('a gauge', () => {
  it('is read whenever the metrics are, and forgets earlier labels', async () => {
    let queues = ['a', 'b']
    gauge({ name: 'test_queue_jobs', help: 'Jobs.', labels: ['queue'] }, (set) => {
      for (const queue of queues) set(3, { queue })
    })
    expect(await textOf('paraph_test_queue_jobs')).toContain('paraph_test_queue_jobs{queue="b"} 3')
    queues = ['a']
    expect(await textOf('paraph_test_queue_jobs')).not.toContain('"b"')
  })

  it('has no value where reading fails, and the other metrics are still read', async () => {
    const fail = () => Promise.reject(new Error('no database'))
    gauge({ name: 'test_failing', help: 'Fails.' }, fail)
    gauge({ name: 'test_failing_labelled', help: 'Fails.', labels: ['state'] }, fail)
    gauge({ name: 'test_unknown', help: 'Sets nothing.' }, () => {})
    const text = await registry.metrics()
    expect(text).not.toMatch(/^paraph_test_(failing|failing_labelled|unknown)[ {]/m)
    expect(text).toContain('paraph_test_queue_jobs')
  })
})

it('makes a metric once, also when a copy of its module is loaded', async () => {
  const make = () => counter({ name: 'test_total', help: 'Counts.' })
  make().inc()
  make().inc()
  expect(await textOf('paraph_test_total')).toContain('paraph_test_total 2')
})
