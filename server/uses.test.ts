import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isUsed, markUse } from './uses.mjs'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paraph-uses-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe.runIf(process.platform === 'linux')('the mark of a process in the folder of its program', () => {
  const marks = () => readdirSync(join(folder, 'processes')).map((name) => join(folder, 'processes', name))
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

  test('is removed when it is read after the process was killed', async () => {
    expect(isUsed(folder)).toBe(false)
    markUse(folder, '/data')
    expect(isUsed(folder)).toBe(true)
    const [mark] = marks()
    writeFileSync(mark!, JSON.stringify({ ...JSON.parse(readFileSync(mark!, 'utf8')), born: '1' }))
    expect(isUsed(folder)).toBe(false)
    expect(marks()).toEqual([])
  })

  test('counts where it cannot be read, as long as it is touched', () => {
    markUse(folder, '/data')
    const [mark] = marks()
    rmSync(mark!)
    mkdirSync(mark!)
    expect(isUsed(folder)).toBe(true)
    utimesSync(mark!, minutesAgo(6), minutesAgo(6))
    expect(isUsed(folder)).toBe(false)
    rmdirSync(mark!)
  })

  test('is touched each minute, and counts for another container as long as it is', () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    markUse(folder, '/data')
    const [mark] = marks()
    utimesSync(mark!, minutesAgo(6), minutesAgo(6))
    expect(isUsed(folder)).toBe(true)
    const seenElsewhere = { ...JSON.parse(readFileSync(mark!, 'utf8')), namespace: 'pid:[1]' }
    writeFileSync(mark!, JSON.stringify(seenElsewhere))
    utimesSync(mark!, minutesAgo(6), minutesAgo(6))
    expect(isUsed(folder)).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect(isUsed(folder)).toBe(true)
    utimesSync(mark!, minutesAgo(4), minutesAgo(4))
    expect(isUsed(folder)).toBe(true)
    vi.useRealTimers()
  })
})
