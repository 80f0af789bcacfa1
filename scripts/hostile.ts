/**
 * `npm run hostile [-- SECONDS [NAME]]`: while hostile tenants send what is expensive to process, measures how long
 * the small uploads of another tenant take and the memory of the web process: fifty uploads and fifty requests of
 * `/verify` with a hostile PDF; the damaged files, the pictures and the conversions of ten tenants. With NAME only
 * the attacks whose name contains it.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { docx, heavyToConvert } from '#lib/office/fixtures/text-documents'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { heavyToCheck, heavyToDraw } from '#lib/pdf/fixtures/heavy'
import { entriesBomb, objectStreamBomb, xrefBomb } from '#lib/pdf/fixtures/hostile'
import { ParaphError } from '../sdk/src/index.ts'
import { Client } from './client.ts'
import type { Attack, HostileRequest, StatusCounts } from './hostile-senders.ts'
import { Service } from './service.ts'

const seconds = Number(process.argv[2] ?? 20)
const wanted = process.argv[3] ?? ''
const SMALL_PAUSE_MILLISECONDS = 700
const TENANTS = 10
/** Requests in flight, of each kind. */
const IN_FLIGHT = 50

/** The requests of an attack; what they need is uploaded before. */
type Attacker = () => Promise<HostileRequest[]>

const attacks: Record<string, Attacker> = {
  'none (for comparison)': async () => [],
  'a cross-reference stream of 1 GB': () => listUploads(xrefBomb()),
  'an object stream of 1 GB': () => listUploads(objectStreamBomb()),
  '50 million entries of no bytes': () => listUploads(entriesBomb()),
  'damaged files of ten tenants': async () => uploadsOfTenants(heavyToCheck(), 'damaged.pdf'),
  'pictures of ten tenants': picturesOfTenants,
  'conversions of ten tenants': async () =>
    uploadsOfTenants(new Uint8Array(await heavyToConvert(950)), 'heavy.docx'),
}

const service = await Service.start()
const rows: Record<string, string | number>[] = []
try {
  for (const [name, attacker] of Object.entries(attacks)) {
    if (!name.includes(wanted)) continue
    rows.push(await measure(name, attacker))
    console.log(rows.at(-1))
  }
} finally {
  await service.stop()
}
console.table(rows)

async function listUploads(bytes: Uint8Array<ArrayBuffer>): Promise<HostileRequest[]> {
  const { key } = await Client.signUp(service.url)
  const file = { bytes, name: 'hostile.pdf' }
  return ['/documents', '/verify'].map((path) => ({ key, path, file, inFlight: IN_FLIGHT }))
}

/** Each tenant asks for the pictures of fifty documents. */
async function picturesOfTenants(): Promise<HostileRequest[]> {
  const ofTenants = Array.from({ length: TENANTS }, async (_, tenant) => {
    const client = await Client.signUp(service.url)
    const ofDocuments = Array.from({ length: IN_FLIGHT }, async (_, index) => {
      // Equal files have one picture.
      const { id } = await client.upload(heavyToDraw(4000 + tenant * IN_FLIGHT + index), 'heavy.pdf')
      return { key: client.key, path: `/documents/${id}/thumbnail`, inFlight: 1 }
    })
    return Promise.all(ofDocuments)
  })
  return (await Promise.all(ofTenants)).flat()
}

async function uploadsOfTenants(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<HostileRequest[]> {
  const ofTenants = Array.from({ length: TENANTS }, async () => {
    const { key } = await Client.signUp(service.url)
    return { key, path: '/documents', file: { bytes, name }, inFlight: IN_FLIGHT / TENANTS }
  })
  return Promise.all(ofTenants)
}

async function measure(name: string, attacker: Attacker) {
  const victim = await Client.signUp(service.url)
  await victim.upload(buildPdf(), 'warm.pdf')
  const requests = await attacker()
  let isOver = false
  const memory = watchMemory(() => isOver)
  const stopAttack = startAttack({ url: service.url, requests })
  const smallDocx = new Uint8Array(await docx())
  const measured = Promise.all([
    measureTimes(() => victim.upload(buildPdf(), 'small.pdf')),
    measureTimes(() => victim.upload(smallDocx, 'small.docx')),
  ])
  const [uploads, conversions] = await measured
  isOver = true
  const counts = await stopAttack()
  const { before, peak } = await memory
  return {
    attack: name,
    answered: JSON.stringify(counts),
    'small uploads': uploads.count,
    'median (ms)': uploads.median,
    'slowest (ms)': uploads.slowest,
    'small DOCX': `${conversions.count}, refused ${conversions.refused}`,
    'DOCX median (ms)': conversions.median,
    'DOCX slowest (ms)': conversions.slowest,
    'web process before (MB, PSS)': before,
    'at most (MB, PSS)': peak,
  }
}

/** Calls `upload` again and again; refusals because of load, and a service that is gone, are counted. */
async function measureTimes(upload: () => Promise<unknown>) {
  const times: number[] = []
  let refused = 0
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(SMALL_PAUSE_MILLISECONDS)) {
    const start = performance.now()
    try {
      await upload()
      times.push(Math.round(performance.now() - start))
    } catch (error) {
      if (error instanceof ParaphError && error.status !== null && error.status !== 503) throw error
      refused++
    }
  }
  times.sort((a, b) => a - b)
  const [median, slowest] = [times[times.length >> 1] ?? 0, times.at(-1) ?? 0]
  return { count: times.length, refused, median, slowest }
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
  const size = () => {
    try {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      return Math.round(Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) / 1000)
    } catch {
      // The attack has ended the process.
      return Number.POSITIVE_INFINITY
    }
  }
  const bytesBefore = size()
  let peak = bytesBefore
  for (; !isOver(); await sleep(100)) peak = Math.max(peak, size())
  return { before: bytesBefore, peak }
}
