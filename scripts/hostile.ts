/**
 * `npm run hostile [-- SECONDS]`: uploads of one tenant and `/verify` by visitors keep fifty hostile PDFs each in flight;
 * how long another tenant's small upload takes meanwhile, and how large the web process becomes.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildPdf } from '#lib/pdf/fixtures'
import { entriesBomb, objectStreamBomb, xrefBomb } from '#lib/pdf/fixtures-hostile'
import { Client } from './client.ts'
import { Service } from './service.ts'

const seconds = Number(process.argv[2] ?? 20)
const IN_FLIGHT = 50
const SMALL_PAUSE_MILLISECONDS = 700
const files = {
  'none (for comparison)': null,
  'a cross-reference stream of 1 GB': xrefBomb(),
  'an object stream of 1 GB': objectStreamBomb(),
  '50 million entries of no bytes': entriesBomb(),
}

const service = await Service.start()
const rows: Record<string, string | number>[] = []
try {
  for (const [name, file] of Object.entries(files)) {
    rows.push(await attack(name, file))
    console.log(rows.at(-1))
  }
} finally {
  await service.stop()
}
console.table(rows)

async function attack(name: string, file: Uint8Array<ArrayBuffer> | null) {
  const [hostile, other] = [await Client.signUp(service.url), await Client.signUp(service.url)]
  await other.upload(buildPdf(), 'warm.pdf')
  let over = false
  const answers: Record<string, number> = {}
  const stop = new AbortController()
  const keepOn = async (path: string) => {
    while (!over) {
      const status = await post(path, file!, hostile.key, stop.signal)
      answers[status] = (answers[status] ?? 0) + 1
    }
  }
  const attackers = file
    ? Array.from({ length: IN_FLIGHT }, () => [keepOn('/documents'), keepOn('/verify')]).flat()
    : []
  const memory = watchMemory(() => over)
  const times: number[] = []
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(SMALL_PAUSE_MILLISECONDS)) {
    const start = performance.now()
    await other.upload(buildPdf(), 'small.pdf')
    times.push(Math.round(performance.now() - start))
  }
  over = true
  stop.abort()
  await Promise.all(attackers)
  times.sort((a, b) => a - b)
  const { before, peak } = await memory
  return {
    'hostile file': name,
    answered: JSON.stringify(answers),
    'small uploads': times.length,
    'median (ms)': times[times.length >> 1] ?? 0,
    'slowest (ms)': times.at(-1) ?? 0,
    'web process before (MB)': before,
    'at most (MB)': peak,
  }
}

/** The status of the answer; 0 where there was none. */
async function post(
  path: string,
  file: Uint8Array<ArrayBuffer>,
  key: string,
  signal: AbortSignal,
): Promise<number> {
  const body = new FormData()
  body.set('file', new Blob([file], { type: 'application/pdf' }), 'hostile.pdf')
  const headers = { authorization: `Bearer ${key}` }
  const url = `${service.url}/api/v1${path}`
  const answer = await fetch(url, { method: 'POST', headers, body, signal }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status ?? 0
}

async function watchMemory(isOver: () => boolean): Promise<{ before: number; peak: number }> {
  const [pid] = service.pids('server/web.')
  const resident = () =>
    Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000)
  const before = resident()
  let peak = before
  for (; !isOver(); await sleep(50)) peak = Math.max(peak, resident())
  return { before, peak }
}
