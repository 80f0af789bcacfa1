/**
 * `npm run hostile [-- SECONDS]`: while fifty uploads by one tenant and fifty requests of `/verify` with a hostile PDF
 * are in flight, measures how long the small uploads of another tenant take and the memory of the web process.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { entriesBomb, objectStreamBomb, xrefBomb } from '#lib/pdf/fixtures/hostile'
import { Client } from './client.ts'
import type { Attack, StatusCounts } from './hostile-senders.ts'
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
  const [attacker, victim] = [await Client.signUp(service.url), await Client.signUp(service.url)]
  await victim.upload(buildPdf(), 'warm.pdf')
  let isOver = false
  const memory = watchMemory(() => isOver)
  const stopAttack = file ? startAttack({ url: service.url, key: attacker.key, file }) : async () => ({})
  const times: number[] = []
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(SMALL_PAUSE_MILLISECONDS)) {
    const start = performance.now()
    await victim.upload(buildPdf(), 'small.pdf')
    times.push(Math.round(performance.now() - start))
  }
  isOver = true
  const counts = await stopAttack()
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

/**
 * Sends in a thread, so that it does not delay what is measured here.
 * @returns a function that stops it and waits for the last responses
 */
function startAttack(attack: Attack): () => Promise<StatusCounts> {
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
  const bytesBefore = size()
  let peak = bytesBefore
  for (; !isOver(); await sleep(100)) peak = Math.max(peak, size())
  return { before: bytesBefore, peak }
}
