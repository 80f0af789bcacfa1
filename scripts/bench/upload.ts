/**
 * What the upload of a large file costs over the API: time next to a copy and a SHA-256 of it, and to a server that does
 * nothing but receive and hash it; and memory.
 */
import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../client.ts'
import { Service } from '../service.ts'

const megabytes = 30
const runs = 10
const warmUps = 5

/** Prints the table. */
export async function benchUpload(): Promise<void> {
  const { buildPdf, stream } = await import('#lib/pdf/fixtures')
  const mediaBox: [number, number, number, number] = [0, 0, 595, 842]
  const paper = (bytes: number) =>
    buildPdf({ pages: [{ mediaBox }], objects: { 20: stream(randomBytes(bytes).toString('latin1')) } })
  const service = await Service.start()
  const receiver = fork(join(import.meta.dirname, 'receive.ts'))
  try {
    const [port] = await once(receiver, 'message')
    const client = await Client.signUp(service.url)
    for (let run = 0; run < warmUps; run++) await client.upload(paper(megabytes * 1e6), 'large.pdf')
    await sleep(1000)
    const web = service.pids('web.ts').at(-1)!
    const before = residentBytes(web)
    const times: number[] = []
    const limits: number[] = []
    const received: number[] = []
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, residentBytes(web))
    }, 5)
    for (let run = 0; run < runs; run++) {
      const file = paper(megabytes * 1e6)
      const limit = await timed(() => createHash('sha256').update(Buffer.from(file)).digest())
      const body = await bodyOf(file)
      received.push(await timed(() => send(`http://127.0.0.1:${port}`, client.key, body)))
      times.push(await timed(() => send(`${service.url}/api/v1/documents`, client.key, body)))
      limits.push(limit)
    }
    clearInterval(watch)
    const [upload, limit, least] = [median(times), median(limits), median(received)]
    console.log('The upload of a file: received, hashed, sealed, checked in a thread, kept (median)\n')
    console.table([
      {
        file: `${megabytes} MB`,
        'upload (ms)': upload.toFixed(0),
        'copy + SHA-256 (ms)': limit.toFixed(1),
        'received and hashed only (ms)': least.toFixed(0),
        'times the limit': `${(upload / limit).toFixed(1)} (only: ${(least / limit).toFixed(1)})`,
        'memory added, at most (MB)': ((peak - before) / 1e6).toFixed(0),
      },
    ])
  } finally {
    receiver.kill()
    await service.stop()
  }
}

interface Body {
  type: string
  bytes: Buffer
}

/** Made beforehand: what the client needs to make it is not the service's. */
async function bodyOf(file: Uint8Array): Promise<Body> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'large.pdf')
  const made = new Request('http://form', { method: 'POST', body: form })
  return { type: made.headers.get('content-type')!, bytes: Buffer.from(await made.arrayBuffer()) }
}

function send(url: string, key: string, { type, bytes }: Body): Promise<void> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': type,
    'content-length': bytes.length,
  }
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', headers }, (answer) => {
      answer.resume()
      if (answer.statusCode !== 201) reject(new Error(`The upload was answered with ${answer.statusCode}.`))
      answer.on('end', resolve)
    })
    call.on('error', reject).end(bytes)
  })
}

function residentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
