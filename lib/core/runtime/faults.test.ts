import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { log } from '../log.ts'
import {
  endFault,
  faults,
  forgetFaults,
  getReportedFault,
  isReported,
  markReported,
  reportFault,
} from './faults.ts'
import { registry } from './metrics.ts'

let milliseconds = 0
beforeEach(() => {
  forgetFaults()
  milliseconds = 0
  vi.spyOn(performance, 'now').mockImplementation(() => milliseconds)
  for (const level of ['error', 'warn'] as const) vi.spyOn(log(), level).mockImplementation(() => {})
})
afterEach(() => void vi.restoreAllMocks())

const begun = () => vi.mocked(log().error).mock.calls.map(([data]) => data)
const ended = () => vi.mocked(log().warn).mock.calls.map(([data]) => data)

describe('a fault', () => {
  it('is logged when it begins, with its code and what to do; once a minute with a count; and when it ends', () => {
    for (milliseconds = 0; milliseconds <= 125_000; milliseconds += 1000)
      reportFault('storage_full', { operation: 'put' })
    const { todo } = faults.storage_full
    expect(begun()).toEqual([
      { fault: 'storage_full', todo, operation: 'put' },
      { fault: 'storage_full', todo, operation: 'put', count: 61 },
      { fault: 'storage_full', todo, operation: 'put', count: 121 },
    ])
    endFault('storage_full')
    endFault('storage_full')
    expect(ended()).toEqual([{ fault: 'storage_full', subject: undefined, count: 126, seconds: 126 }])
  })

  it('is two lines a minute at most where it comes and goes', () => {
    for (milliseconds = 0; milliseconds < 60_000; milliseconds += 1000) {
      reportFault('mail_unreachable', { subject: 'mail.example' })
      endFault('mail_unreachable', 'mail.example')
    }
    expect([begun().length, ended().length]).toEqual([1, 1])
  })

  it('of one of several is a fault of its own', () => {
    for (const subject of ['a.example', 'b.example', 'a.example'])
      reportFault('time_stamps_failed', { subject })
    endFault('time_stamps_failed', 'b.example')
    expect(begun()).toHaveLength(2)
    expect(ended()).toMatchObject([{ subject: 'b.example' }])
  })

  it('is counted each time, and known to Prometheus before', async () => {
    const count = async () =>
      /paraph_faults_total\{code="job_parked"\} (\d+)/.exec(await registry.metrics())?.[1]
    const before = Number(await count())
    reportFault('job_parked')
    reportFault('job_parked')
    expect(Number(await count())).toBe(before + 2)
  })

  it('has an error that is not logged again, nor what it causes', () => {
    const error = new Error('no space')
    reportFault('storage_full', { err: error })
    expect(getReportedFault(new Error('the job failed', { cause: error }))).toBe('storage_full')
    expect(isReported(markReported(new Error('marked'), 'clock_wrong'))).toBe(true)
    expect(isReported(new Error('no space'))).toBe(false)
    expect(isReported('no space')).toBe(false)
  })
})

it('the table of docs/operating.md has them all', () => {
  const rows = Object.entries(faults).map(
    ([code, { message, todo }]) => `| \`${code}\` | ${message} | ${todo} |`,
  )
  const [, section = ''] = readFileSync('docs/operating.md', 'utf8').split('## Faults\n')
  expect(section.match(/^\| `.*$/gm)?.slice(0, rows.length)).toEqual(rows)
})
