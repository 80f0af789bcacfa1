import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'paraph-worker-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

describe('npm run worker', () => {
  test('starts all queues, and ends on SIGTERM with status 0', async () => {
    const worker = spawn(process.execPath, ['server/start.mjs', 'worker'], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    const queuesLine = new Promise<string>((resolve) => {
      createInterface(worker.stdout).on('line', (line) => line.includes('queues') && resolve(line))
    })
    expect(await queuesLine).toMatch(/\d+ queues/)
    worker.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})
