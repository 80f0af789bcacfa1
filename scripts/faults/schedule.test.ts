import { expect, it } from 'vitest'
import { makeSchedule } from './schedule.ts'

it('is the same for the same seed, and others for others', () => {
  const names = ['web-killed', 'storage-slow', 'mail-slow']
  const schedules = Array.from({ length: 200 }, (_, seed) => makeSchedule(seed, names))
  expect(schedules).toEqual(schedules.map((_, seed) => makeSchedule(seed, names)))
  expect(new Set(schedules.map((schedule) => JSON.stringify(schedule))).size).toBe(200)
  const injections = schedules.flat()
  expect(new Set(injections.map(({ name }) => name))).toEqual(new Set(names))
  for (const { at, seconds } of injections) {
    expect(at >= 0 && at <= 90 && seconds >= 2 && seconds <= 15).toBe(true)
  }
})
