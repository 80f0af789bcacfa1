/**
 * Measures the upload of a large file over the API and compares it with BOUNDS: its duration as a multiple of a copy
 * and a SHA-256 in memory, the memory added to the web process, and the longest time its event loop was blocked. For
 * comparison also a copy from file to file, and a server that only receives and hashes.
 */
import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../client.ts'
import { Service } from '../service.ts'
import { encodeUpload } from './encode-upload.ts'
import { median } from './measure.ts'

/** The unit of /proc/PID/statm. */
const PAGE_BYTES = 4096
const megabytes = 30
const runs = 10
const warmUps = 5
const BOUNDS = { times: 5, megabytes: 100, blockedMilliseconds: 50 }

/** Prints the table. */
export async function benchUpload(): Promise<void> {
  const { buildPdf, stream } = await import('#lib/pdf/fixtures/build')
  const mediaBox: [number, number, number, number] = [0, 0, 595, 842]
  const pdf = (bytes: number) =>
    buildPdf({ pages: [{ mediaBox }], objects: { 20: stream(randomBytes(bytes).toString('latin1')) } })
  const preload = `--import=${join(import.meta.dirname, 'loop-delay.ts')}`
  const service = await Service.start({ NODE_OPTIONS: preload })
  const receiver = fork(join(import.meta.dirname, 'receive.ts'))
  try {
    const [port] = await once(receiver, 'message')
    const client = await Client.signUp(service.url)
    // All bodies are made before the measurement, which must not include the time and garbage of making them.
    const files = Array.from({ length: warmUps + runs }, () => pdf(megabytes * 1e6))
    const bodies = await Promise.all(files.map((file) => encodeUpload(file, 'large.pdf')))
    const times: Times = { upload: [], newFile: [], file: [], memory: [], received: [] }
    for (let run = 0; run < 2 * warmUps; run++) await client.upload(pdf(100_000), 'small.pdf')
    const webPid = service.pids('server/web.').at(-1)!
    await sleep(1000)
    await blockedMilliseconds(service, webPid)
    const memoryBefore = residentBytes(webPid)
    let peak = memoryBefore
    const memoryTimer = setInterval(() => {
      peak = Math.max(peak, residentBytes(webPid))
    }, 5)
    for (const body of bodies.slice(0, warmUps))
      await send(`${service.url}/api/v1/documents`, client.key, body)
    for (const body of bodies.slice(warmUps)) {
      times.received.push(await measureTime(() => send(`http://127.0.0.1:${port}`, client.key, body)))
      times.upload.push(await measureTime(() => send(`${service.url}/api/v1/documents`, client.key, body)))
    }
    clearInterval(memoryTimer)
    const blocked = await blockedMilliseconds(service, webPid)
    for (const [run, file] of files.slice(warmUps).entries()) {
      const path = join(service.dataDir, 'original')
      writeFileSync(path, file)
      times.file.push(await measureTime(() => copyAndHash(path, `${path}-copy`)))
      // A new file, as every upload is one: the system may first have to find memory for it.
      times.newFile.push(await measureTime(() => copyAndHash(path, `${path}-copy-${run}`)))
      times.memory.push(await measureTime(() => createHash('sha256').update(Buffer.from(file)).digest()))
    }
    report(times, peak - memoryBefore, blocked)
  } finally {
    receiver.kill()
    await service.stop()
  }
}

type Times = Record<'upload' | 'newFile' | 'file' | 'memory' | 'received', number[]>

function report(times: Times, added: number, blocked: number): void {
  const upload = median(times.upload)
  const row = (name: string, values: number[]) => ({
    [name]: {
      ms: median(values).toFixed(0),
      'the upload is so many times it': (upload / median(values)).toFixed(1),
    },
  })
  console.log(
    `The upload of ${megabytes} MB: received, encrypted, hashed, checked in a thread, stored (median)\n`,
  )
  console.table({
    ...row('upload', times.upload),
    ...row('copied in memory, and SHA-256', times.memory),
    ...row('copied to a new file, and SHA-256', times.newFile),
    ...row('copied over the same file, and SHA-256', times.file),
    ...row('received and hashed only', times.received),
  })
  console.table({
    'times copy and SHA-256 in memory': {
      measured: (upload / median(times.memory)).toFixed(1),
      bound: BOUNDS.times,
    },
    'memory added at most (MB)': { measured: (added / 1e6).toFixed(0), bound: BOUNDS.megabytes },
    'event loop blocked at most (ms)': { measured: blocked.toFixed(0), bound: BOUNDS.blockedMilliseconds },
  })
}

/** The longest time that the event loop of the process was blocked since the last call. */
async function blockedMilliseconds({ dataDir }: Service, pid: number): Promise<number> {
  const path = join(dataDir, `loop-delay-${pid}`)
  rmSync(path, { force: true })
  process.kill(pid, 'SIGUSR2')
  while (!existsSync(path)) await sleep(5)
  await sleep(5)
  return Number(readFileSync(path, 'utf8'))
}

/** Copies a file and hashes the copy, as `cp` and `sha256sum` would. */
function copyAndHash(path: string, copy: string): void {
  copyFileSync(path, copy)
  createHash('sha256').update(readFileSync(copy)).digest()
}

type Body = Awaited<ReturnType<typeof encodeUpload>>

function send(url: string, key: string, upload: Body): Promise<void> {
  const headers = {
    ...upload.headers,
    authorization: `Bearer ${key}`,
    'content-length': upload.body.length,
  }
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', headers }, (response) => {
      response.resume()
      if (response.statusCode !== 201)
        reject(new Error(`The upload was answered with ${response.statusCode}.`))
      response.on('end', resolve)
    })
    call.on('error', reject).end(upload.body)
  })
}

function residentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES
}

async function measureTime(callback: () => unknown): Promise<number> {
  const start = performance.now()
  await callback()
  return performance.now() - start
}
