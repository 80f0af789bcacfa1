import { spawn } from 'node:child_process'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keep } from './keep.ts'
import { AlreadyRunning, noteInLock, readLock, releaseLock, takeLock } from './lock.mjs'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'paraph-lock-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const lockFile = () => join(dataDir, 'paraph.lock')

/** A process that holds the lock until it is killed. */
async function startHolder(facts = {}) {
  const script = `
    const { takeLock, noteInLock } = await import('./scripts/lock.mjs')
    await takeLock(process.argv[1])
    noteInLock(process.argv[1], JSON.parse(process.argv[2]))
    console.log('held')
    setInterval(() => {}, 1000)`
  const holder = spawn(
    process.execPath,
    ['--input-type=module', '-e', script, dataDir, JSON.stringify(facts)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  const ended = new Promise((resolve) => holder.once('exit', resolve))
  return {
    pid: holder.pid,
    kill: () => {
      holder.kill('SIGKILL')
      return ended
    },
  }
}

describe('the lock on a data folder', () => {
  test('is for one live process, and says which and where', async () => {
    const holder = await startHolder({ address: 'http://localhost:3000' })
    await expect(takeLock(dataDir)).rejects.toThrow(AlreadyRunning)
    await expect(takeLock(dataDir)).rejects.toThrow(`at http://localhost:3000 (process ${holder.pid})`)
    await holder.kill()
    await takeLock(dataDir)
    expect(readLock(dataDir)?.pid).toBe(process.pid)
    expect(statSync(lockFile()).mode & 0o077).toBe(0)
    releaseLock(dataDir)
    expect(readLock(dataDir)).toBeNull()
  })

  test.runIf(process.platform === 'linux')('is not held by another process that got the number', async () => {
    const holder = await startHolder()
    const lock = JSON.parse(readFileSync(lockFile(), 'utf8'))
    writeFileSync(lockFile(), JSON.stringify({ ...lock, born: '1' }))
    await takeLock(dataDir)
    expect(readLock(dataDir)?.pid).toBe(process.pid)
    await holder.kill()
  })

  test('is waited for while its holder stops', async () => {
    const holder = await startHolder({ stopping: true })
    const taken = takeLock(dataDir)
    setTimeout(() => holder.kill(), 300)
    await taken
    expect(readLock(dataDir)?.pid).toBe(process.pid)
  })

  test('is free when the file is broken or gone', async () => {
    writeFileSync(lockFile(), 'not json')
    await takeLock(dataDir)
    rmSync(lockFile())
    expect(readLock(dataDir)).toBeNull()
    noteInLock(dataDir, { address: 'x' })
    expect(readLock(dataDir)?.address).toBe('x')
  })
})

describe('a kept part', () => {
  /** A part whose runs the test ends as it likes. */
  function makePart(fault?: Error) {
    const ends: (() => void)[] = []
    const kept = keep('part', () => {
      const ended = new Promise<void>((resolve) => ends.push(resolve))
      const ready = fault ? Promise.reject(fault) : Promise.resolve(`run ${ends.length}`)
      return { ready, ended, stop: async () => ends.at(-1)?.() }
    })
    return { kept, ends }
  }

  test('is started again whenever it ends, until it is stopped', async () => {
    const { kept, ends } = makePart()
    expect(await kept.ready).toBe('run 1')
    ends[0]?.()
    await expect.poll(() => ends.length).toBe(2)
    ends[1]?.()
    await expect.poll(() => ends.length).toBe(3)
    await kept.stop()
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(ends).toHaveLength(3)
  })

  test('that cannot even start is not tried again', async () => {
    const { kept, ends } = makePart(new Error('the port is taken'))
    await expect(kept.ready).rejects.toThrow('the port is taken')
    ends[0]?.()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(ends).toHaveLength(1)
  })
})

describe('npm run worker', () => {
  test('works on a database of its own choice, and ends when it is told to', async () => {
    const part = spawn(process.execPath, ['scripts/start.mjs', 'worker'], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => part.once('exit', resolve))
    const said = new Promise<string>((resolve) => {
      createInterface(part.stdout).on('line', (line) => line.includes('queues') && resolve(line))
    })
    expect(await said).toMatch(/\d+ queues/)
    part.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})
