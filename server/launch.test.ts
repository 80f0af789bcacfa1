import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bundleFiles } from './build.mjs'
import { launchChild } from './launch.ts'
import { findPort } from './port.ts'
import { keepRunning } from './restart.ts'

/** What `npm start` builds, with a web process that only answers with its id. */
const bundle = resolve(mkdtempSync('.next-launch-'))
let port = 0
let kept: ReturnType<typeof keepRunning>[] = []

beforeAll(async () => {
  await bundleFiles(['server/fixtures/web.ts'], bundle)
  writeFileSync(join(bundle, 'server', 'web.mjs'), `import './fixtures/web.mjs'`)
  port = await findPort(0, '127.0.0.1')
  vi.stubEnv('PORT', String(port))
  vi.stubEnv('PARAPH_BUNDLE', bundle)
  const url = Promise.resolve('')
  kept = ['web', 'web-2'].map((part) => keepRunning(part, () => launchChild('web', url, part)))
  await Promise.all(kept.map(({ ready }) => ready))
}, 120_000)
afterAll(async () => {
  await Promise.all(kept.map((each) => each.stop()))
  vi.unstubAllEnvs()
  rmSync(bundle, { recursive: true })
}, 120_000)

/** The id of the process that answers on a connection of its own. */
function ask(): Promise<number> {
  return new Promise((resolve, reject) => {
    // A connection that a process had just been given when it was killed has no answer.
    const signal = AbortSignal.timeout(5000)
    get({ port, host: '127.0.0.1', agent: new Agent(), signal }, (response) => {
      response.setEncoding('utf8').on('data', (pid) => resolve(Number(pid)))
    }).on('error', reject)
  })
}

/** How many of these requests each process has answered. */
async function countAnswers(requests: number): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  for (let request = 0; request < requests; request++) {
    const pid = await ask()
    counts.set(pid, (counts.get(pid) ?? 0) + 1)
  }
  return counts
}

test('two web processes share a port evenly, and one that dies is started again alone', async () => {
  const before = await countAnswers(20)
  expect([...before.values()]).toEqual([10, 10])
  const [killed, other] = [...before.keys()] as [number, number]
  process.kill(killed, 'SIGKILL')
  await expect
    .poll(async () => [...(await countAnswers(4)).keys()].filter((pid) => pid !== killed).length, {
      timeout: 60_000,
    })
    .toBe(2)
  const after = await countAnswers(4)
  expect(after.has(killed)).toBe(false)
  expect(after.has(other)).toBe(true)
}, 120_000)
