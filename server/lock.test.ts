import { spawn } from 'node:child_process'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AlreadyRunning, acquireLock, readLock, releaseLock, updateLock } from './lock.mjs'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'paraph-lock-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const lockFile = () => join(dataDir, 'paraph.lock')

/** A process that holds the lock until it is killed. */
async function startHolder(facts = {}) {
  const script = `
    const { acquireLock, updateLock } = await import('./server/lock.mjs')
    await acquireLock(process.argv[1])
    updateLock(process.argv[1], JSON.parse(process.argv[2]))
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
  test('belongs to one live process, and has its id and address', async () => {
    const holder = await startHolder({ address: 'http://localhost:3000' })
    await expect(acquireLock(dataDir)).rejects.toThrow(AlreadyRunning)
    await expect(acquireLock(dataDir)).rejects.toThrow(`at http://localhost:3000 (process ${holder.pid})`)
    await holder.kill()
    await acquireLock(dataDir)
    expect(readLock(dataDir)?.pid).toBe(process.pid)
    expect(statSync(lockFile()).mode & 0o077).toBe(0)
    releaseLock(dataDir)
    expect(readLock(dataDir)).toBeNull()
  })

  test.runIf(process.platform === 'linux')('is not held by another process that got the number', async () => {
    const holder = await startHolder()
    const lock = JSON.parse(readFileSync(lockFile(), 'utf8'))
    writeFileSync(lockFile(), JSON.stringify({ ...lock, born: '1' }))
    await acquireLock(dataDir)
    expect(readLock(dataDir)?.pid).toBe(process.pid)
    await holder.kill()
  })

  test('is awaited while its holder stops', async () => {
    const holder = await startHolder({ stopping: true })
    const acquired = acquireLock(dataDir)
    setTimeout(() => holder.kill(), 300)
    await acquired
    expect(readLock(dataDir)?.pid).toBe(process.pid)
  })

  test('is free when the file is damaged or missing', async () => {
    writeFileSync(lockFile(), 'not json')
    await acquireLock(dataDir)
    rmSync(lockFile())
    expect(readLock(dataDir)).toBeNull()
    updateLock(dataDir, { address: 'x' })
    expect(readLock(dataDir)?.address).toBe('x')
  })
})
