import { describe, expect, it } from 'vitest'
import { defaultProcessCounts, readProcessCounts } from './process-counts.ts'

const gibibytes = (count: number) => count * 2 ** 30

describe('the numbers of processes', () => {
  it('grow with processors and memory', () => {
    expect(defaultProcessCounts(1, gibibytes(1))).toEqual({ web: 1, worker: 1 })
    expect(defaultProcessCounts(2, gibibytes(16))).toEqual({ web: 1, worker: 1 })
    expect(defaultProcessCounts(4, gibibytes(16))).toEqual({ web: 2, worker: 1 })
    expect(defaultProcessCounts(8, gibibytes(16))).toEqual({ web: 4, worker: 2 })
    expect(defaultProcessCounts(8, gibibytes(4))).toEqual({ web: 2, worker: 1 })
    expect(defaultProcessCounts(64, gibibytes(256))).toEqual({ web: 4, worker: 2 })
  })

  it('are those of the variables, 0 too, but not both', () => {
    expect(readProcessCounts({ WEB_PROCESSES: '3', WORKER_PROCESSES: '0' })).toEqual({ web: 3, worker: 0 })
    expect(() => readProcessCounts({ WEB_PROCESSES: '0', WORKER_PROCESSES: '0' })).toThrow(
      /must not both be 0/,
    )
    expect(() => readProcessCounts({ WEB_PROCESSES: 'many' })).toThrow(
      'WEB_PROCESSES must be a whole number.',
    )
  })
})
