/**
 * `npm run hostile [-- SECONDS]`: uploads of one tenant and `/verify` by visitors keep fifty hostile PDFs each in
 * flight;
 * how long another tenant's small upload takes meanwhile, and how large the web process becomes.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { entriesBomb, objectStreamBomb, xrefBomb } from '#lib/pdf/fixtures/hostile'
import { Client } from './client.ts'
import type { Answers, Attack } from './hostile-senders.ts'
import { Service } from './service.ts'

const seconds = Number(process.argv[2] ?? 20)
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
    rows.push(await measure(name, file))
    console.log(rows.at(-1))
  }
} finally {
  await service.stop()
}
console.table(rows)

async function measure(name: string, file: Uint8Array<ArrayBuffer> | null) {
  const [hostile, other] = [await Client.signUp(service.url), await Client.signUp(service.url)]
  await other.upload(buildPdf(), 'warm.pdf')
  let over = false
  const memory = watchMemory(() => over)
  const stop = file ? send({ url: service.url, key: hostile.key, file }) : async () => ({})
  const times: number[] = []
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(SMALL_PAUSE_MILLISECONDS)) {
    const start = performance.now()
    await other.upload(buildPdf(), 'small.pdf')
    times.push(Math.round(performance.now() - start))
  }
  over = true
  const counts = await stop()
  times.sort((a, b) => a - b)
  const { before, peak } = await memory
  return {
    'hostile file': name,
    answered: JSON.stringify(counts),
    'small uploads': times.length,
    'median (ms)': times[times.length >> 1] ?? 0,
    'slowest (ms)': times.at(-1) ?? 0,
    'web process before (MB, PSS)': before,
    'at most (MB, PSS)': peak,
  }
}

/** In a thread: what is measured here does not wait for it. @returns what ends it when all are answered. */
function send(attack: Attack): () => Promise<Answers> {
  const thread = new Worker(new URL('./hostile-senders.ts', import.meta.url), { workerData: attack })
  return async () => {
    thread.postMessage('stop')
    const [counts] = await once(thread, 'message')
    return counts
  }
}

async function watchMemory(isOver: () => boolean): Promise<{ before: number; peak: number }> {
  const [pid] = service.pids('server/web.')
  const size = () =>
    Math.round(Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1000)
  const before = size()
  let peak = before
  for (; !isOver(); await sleep(100)) peak = Math.max(peak, size())
  return { before, peak }
}
