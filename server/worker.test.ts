import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findAccounts } from '#db/tenancy/cross-tenant'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'paraph-worker-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

describe('npm run worker', () => {
  test('creates the first tenant, starts all queues, and ends on SIGTERM with status 0', async () => {
    const administrator = { ADMIN_EMAIL: 'first@example.com', ADMIN_PASSWORD: 'nine violet herons' }
    const worker = spawn(process.execPath, ['server/start.mjs', 'worker'], {
      env: { ...process.env, ...administrator, TENANT_NAME: 'First', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    const queuesLine = new Promise<string>((resolve) => {
      createInterface(worker.stdout).on('line', (line) => line.includes('queues') && resolve(line))
    })
    expect(await queuesLine).toMatch(/\d+ queues/)
    // As `npm run web` does: both prepare the database where `npm start` does not.
    expect(await findAccounts('first@example.com')).toHaveLength(1)
    worker.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})
