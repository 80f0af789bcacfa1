import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDatabase, connect } from '#db/connection/client'
import { addSecret } from '#db/installation-key'
import { env } from '#lib/core/env'
import { bundleProgram } from '#lib/testing/service/bundle'
import { makeTenant } from '#lib/testing/users/tenant'

const program = await bundleProgram('scripts/rotate-secret.ts')
const firstSecret = process.env.APP_SECRET!
const secondSecret = 'the second secret, of more than 32 characters'
let dataDir: string
const running: ChildProcess[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'paraph-rotation-'))
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs a script with these environment variables; the script treats an empty one as unset. */
function run(args: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = new Promise<{ status: number | null; output: string }>((resolve) =>
    child.once('close', (status) => resolve({ status, output })),
  )
  return { child, ended, outputSoFar: () => output }
}

/** Starts a separate worker, and waits until it is ready or fails. */
async function startWorker(secret: string) {
  const worker = run(['server/start.mjs', 'worker'], { APP_SECRET: secret })
  await expect
    .poll(() => worker.child.exitCode !== null || /\d+ queues/.test(worker.outputSoFar()), {
      timeout: 25_000,
    })
    .toBe(true)
  return worker
}

const rotate = (settings: Record<string, string>, ...args: string[]) =>
  run([program, ...args], settings).ended

describe('npm run rotate-secret', { timeout: 120_000 }, () => {
  test('adds a secret while everything runs, and retires the old one on request', async () => {
    const before = await startWorker(firstSecret)
    expect(await rotate({ APP_SECRET: 'a wrong secret of more than 32 characters' })).toMatchObject({
      status: 1,
      output: expect.stringContaining('APP_SECRET is not the secret of this installation'),
    })
    expect(await rotate({ APP_SECRET_NEXT: firstSecret })).toMatchObject({ status: 1 })
    expect(await rotate({ APP_SECRET_NEXT: secondSecret })).toMatchObject({
      status: 0,
      output: expect.stringContaining('Both secrets work now'),
    })
    // Both secrets start a process, and running processes continue with new connections.
    const [withFirst, withSecond] = [await startWorker(firstSecret), await startWorker(secondSecret)]
    await closeDatabase()
    await makeTenant()
    expect([before, withFirst, withSecond].map((worker) => worker.child.exitCode)).toEqual([null, null, null])

    expect(await rotate({ APP_SECRET: secondSecret }, '--finish')).toMatchObject({ status: 0 })
    await closeDatabase()
    await makeTenant()
    expect([before, withFirst, withSecond].map((worker) => worker.child.exitCode)).toEqual([null, null, null])
    const failedWorker = await startWorker(firstSecret)
    expect(await failedWorker.ended).toMatchObject({
      status: 1,
      output: expect.stringContaining('APP_SECRET is not the secret of this installation'),
    })
    expect((await startWorker(secondSecret)).child.exitCode).toBeNull()
  })

  test('leaves no secret in the data folder where the one of the service is not given', async () => {
    expect(await rotate({ APP_SECRET: '', APP_SECRET_NEXT: '' })).toMatchObject({
      status: 1,
      output: expect.stringContaining('APP_SECRET is not the secret of this installation'),
    })
    expect(existsSync(join(dataDir, 'app-secret'))).toBe(false)
  })

  test('without APP_SECRET, creates a secret and stores it in the data folder in place of the old one', async () => {
    const path = join(dataDir, 'app-secret')
    const thirdSecret = 'a third secret in the data folder, of more than 32 characters'
    const owner = connect(env().databaseUrl!, { max: 1 })
    await addSecret(owner, thirdSecret)
    await owner.end()
    writeFileSync(path, thirdSecret)
    // Of another user, where the test may give it away.
    if (process.getuid?.() === 0) chownSync(path, 65_533, 65_533)
    const { uid } = statSync(path)
    const settings = { APP_SECRET: '', APP_SECRET_NEXT: '' }
    const { status, output } = await rotate(settings)
    expect([status, output]).toEqual([0, expect.stringContaining(path)])
    // Backups that were made before need the old one.
    const [oldPath] = /\S+app-secret\.before-[\w.-]+Z/.exec(output)!
    expect([readFileSync(oldPath, 'utf8'), statSync(oldPath).mode & 0o777]).toEqual([thirdSecret, 0o600])
    const newSecret = readFileSync(path, 'utf8')
    expect(newSecret).not.toBe(thirdSecret)
    expect(newSecret.length).toBeGreaterThanOrEqual(43)
    expect([statSync(path).mode & 0o777, statSync(path).uid, statSync(oldPath!).uid]).toEqual([
      0o600,
      uid,
      uid,
    ])
    expect(await rotate(settings, '--finish')).toMatchObject({ status: 0 })
    expect(await rotate({ APP_SECRET: thirdSecret }, '--finish')).toMatchObject({ status: 1 })
    expect(await rotate({ APP_SECRET: newSecret }, '--finish')).toMatchObject({
      status: 0,
      output: expect.stringContaining('only secret already'),
    })
  })
})
