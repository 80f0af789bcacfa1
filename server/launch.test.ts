import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, get } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bundleFiles } from './build.mjs'
import { collectMetrics, launchChild } from './launch.ts'
import { findPort, listen, tryOut } from './port.ts'
import { type KeptProcess, keepRunning } from './restart.ts'
import { isUsed } from './uses.mjs'

/** What `npm start` builds, with a web process that only answers with its id. */
const bundle = resolve(mkdtempSync('.next-launch-'))
const build = { folder: process.cwd(), variables: { PARAPH_BUNDLE: bundle } }
let port = 0
let current: KeptProcess[] = []
const kept: KeptProcess[] = []

beforeAll(async () => {
  await bundleFiles(['server/fixtures/web.ts'], bundle)
  writeFileSync(join(bundle, 'server', 'web.mjs'), `import './fixtures/web.mjs'`)
  port = await findPort(0, '127.0.0.1')
  vi.stubEnv('PORT', String(port))
  current = await start()
}, 120_000)
afterAll(async () => {
  await Promise.all(kept.map((each) => each.stop()))
  vi.unstubAllEnvs()
  rmSync(bundle, { recursive: true })
}, 120_000)

/** Two web processes, which are ready. */
async function start(): Promise<KeptProcess[]> {
  const launch = (part: string) => launchChild('web', Promise.resolve(''), build, part)
  const started = ['web', 'web-2'].map((part) => keepRunning(part, () => launch(part)))
  kept.push(...started)
  await Promise.all(started.map(({ ready }) => ready))
  return started
}

/** The id of the process that answers; without an agent on a connection of its own. */
function ask(path = '/', agent = new Agent(), signal?: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent, signal }, (response) => {
      response.setEncoding('utf8').on('data', (pid) => resolve(Number(pid)))
    }).on('error', reject)
  })
}

/** How many of these requests each process has answered. */
async function countAnswers(requests: number): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  for (let request = 0; request < requests; request++) {
    // A connection that a process had just been given when it was killed has no answer.
    const pid = await ask('/', new Agent(), AbortSignal.timeout(5000))
    counts.set(pid, (counts.get(pid) ?? 0) + 1)
  }
  return counts
}

test('two web processes share a port evenly, and one that dies is started again alone', async () => {
  const before = await countAnswers(20)
  expect([...before.values()]).toEqual([10, 10])
  // Another build does not remove what they run from.
  expect(isUsed(bundle)).toBe(true)
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

test('processes are replaced without a failed request: those under way end, also on kept connections', async () => {
  const before = [...(await countAnswers(4)).keys()]
  const kept = new Agent({ keepAlive: true, maxSockets: 2 })
  const slow = ask('/slow')
  let isSwitched = false
  const clients = [kept, undefined, kept, undefined].map(async (agent) => {
    for (let rest = 20; rest > 0; rest -= isSwitched ? 1 : 0) {
      await ask('/', agent)
      await sleep(5)
    }
  })
  const old = current
  current = await start()
  for (const each of old) each.replace()
  isSwitched = true
  await Promise.all(clients)
  expect(before).toContain(await slow)
  const isOld = (pid: number) => before.includes(pid)
  await expect
    .poll(async () => [...(await countAnswers(4)).keys()].some(isOld), { timeout: 60_000 })
    .toBe(false)
  kept.destroy()
}, 120_000)

test('a process that starts is asked for no metrics before it has the URL of the database', async () => {
  const url = Promise.withResolvers<string>()
  const starting = launchChild('web', url.promise, build)
  // The others are ready, but have none.
  expect(await collectMetrics()).toEqual([])
  url.resolve('postgres://host/database')
  expect(await starting.ready).toBe('uses postgres://host/database')
  await starting.stop()
}, 120_000)

test.each(['web', 'worker'] as const)(
  'a %s process that cannot be started is one that has ended',
  async (name) => {
    const run = launchChild(name, Promise.resolve(''), { ...build, folder: join(bundle, 'missing') })
    await expect(run.ready).rejects.toThrow('ENOENT')
    await run.ended
    await run.stop()
  },
)

test('a version that does not answer is found before it listens', async () => {
  let status = 500
  const server = createServer((_, response) => response.writeHead(status).end())
  await expect(tryOut(server, ['/login'])).rejects.toThrow('/login answers with status 500.')
  expect(server.listening).toBe(false)
  status = 200
  await tryOut(server, ['/login'])
  await listen(server, 0, '127.0.0.1')
  server.close()
  await once(server, 'close')
})

test('a server waits for a port that is taken, and leaves no listener of an attempt', async () => {
  const [holder, server] = [createServer(), createServer()]
  const taken = await findPort(0, '127.0.0.1')
  await listen(holder, taken, '127.0.0.1')
  const count = () => [server.listenerCount('listening'), server.listenerCount('error')]
  const before = count()
  const listening = listen(server, taken, '127.0.0.1')
  await sleep(1000)
  await vi.waitFor(() => expect(count()).toEqual(before))
  holder.close()
  await listening
  expect(server.listening).toBe(true)
  server.close()
})
