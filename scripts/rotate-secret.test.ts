import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDatabase, connect } from '#db/client'
import { addSecret } from '#db/installation-key'
import { env } from '#lib/core/env'
import { makeTenant } from '#lib/testing/tenant'

const first = process.env.APP_SECRET!
const second = 'the second secret, of more than 32 characters'
let dataDir: string
const running: ChildProcess[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'paraph-rotation-'))
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs a script with these environment variables; an empty one counts as absent. */
function run(words: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, words, {
    env: { ...process.env, DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = new Promise<{ status: number | null; said: string }>((resolve) =>
    child.once('close', (status) => resolve({ status, said: output })),
  )
  return { child, ended, said: () => output }
}

/** Starts a separate worker, and waits until it is ready or fails. */
async function startWorker(secret: string) {
  const worker = run(['server/start.mjs', 'worker'], { APP_SECRET: secret })
  await expect
    .poll(() => worker.child.exitCode !== null || /\d+ queues/.test(worker.said()), { timeout: 25_000 })
    .toBe(true)
  return worker
}

const rotate = (settings: Record<string, string>, ...words: string[]) =>
  run(['scripts/rotate-secret.ts', ...words], settings).ended

describe('npm run rotate-secret', { timeout: 120_000 }, () => {
  test('adds a secret while everything runs, and retires the old one on request', async () => {
    const before = await startWorker(first)
    expect(await rotate({ APP_SECRET: 'a wrong secret of more than 32 characters' })).toMatchObject({
      status: 1,
      said: expect.stringContaining('APP_SECRET is not the secret of this installation'),
    })
    expect(await rotate({ APP_SECRET_NEXT: first })).toMatchObject({ status: 1 })
    expect(await rotate({ APP_SECRET_NEXT: second })).toMatchObject({
      status: 0,
      said: expect.stringContaining('Both secrets work now'),
    })
    // Both secrets start a process, and running processes continue with new connections.
    const [old, next] = [await startWorker(first), await startWorker(second)]
    await closeDatabase()
    await makeTenant()
    expect([before, old, next].map((worker) => worker.child.exitCode)).toEqual([null, null, null])

    expect(await rotate({ APP_SECRET: second }, '--finish')).toMatchObject({ status: 0 })
    await closeDatabase()
    await makeTenant()
    expect([before, old, next].map((worker) => worker.child.exitCode)).toEqual([null, null, null])
    const refused = await startWorker(first)
    expect(await refused.ended).toMatchObject({
      status: 1,
      said: expect.stringContaining('APP_SECRET is not the secret of this installation'),
    })
    expect((await startWorker(second)).child.exitCode).toBeNull()
  })

  test('creates a secret, and stores it where the old one came from', async () => {
    const path = join(dataDir, 'app-secret')
    const third = 'a third secret in the data folder, of more than 32 characters'
    const owner = connect(env().databaseUrl!, { max: 1 })
    await addSecret(owner, third)
    await owner.end()
    writeFileSync(path, third)
    const settings = { APP_SECRET: '', APP_SECRET_NEXT: '' }
    expect(await rotate(settings)).toMatchObject({ status: 0, said: expect.stringContaining(path) })
    const made = readFileSync(path, 'utf8')
    expect(made).not.toBe(third)
    expect(made.length).toBeGreaterThanOrEqual(43)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await rotate(settings, '--finish')).toMatchObject({ status: 0 })
    expect(await rotate({ APP_SECRET: third }, '--finish')).toMatchObject({ status: 1 })
    expect(await rotate({ APP_SECRET: made }, '--finish')).toMatchObject({
      status: 0,
      said: expect.stringContaining('only secret already'),
    })
  })
})
