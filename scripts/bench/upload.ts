/**
 * What the upload of a large file costs over the API: time next to a copy and a SHA-256 of it – from file to file, as
 * what is uploaded is kept, and in memory – and to a server that does nothing but receive and hash it; and memory.
 */
import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
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
    // Made beforehand: what it costs the client to make them, and its garbage, is not the service's.
    const files = Array.from({ length: warmUps + runs }, () => paper(megabytes * 1e6))
    const bodies = await Promise.all(files.map(bodyOf))
    const times: Times = { upload: [], newFile: [], file: [], memory: [], received: [] }
    for (let run = 0; run < 2 * warmUps; run++) await client.upload(paper(100_000), 'small.pdf')
    const web = service.pids('server/web.').at(-1)!
    await sleep(1000)
    const before = residentBytes(web)
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, residentBytes(web))
    }, 5)
    for (const body of bodies.slice(0, warmUps))
      await send(`${service.url}/api/v1/documents`, client.key, body)
    for (const body of bodies.slice(warmUps)) {
      times.received.push(await timed(() => send(`http://127.0.0.1:${port}`, client.key, body)))
      times.upload.push(await timed(() => send(`${service.url}/api/v1/documents`, client.key, body)))
    }
    clearInterval(watch)
    for (const [run, file] of files.slice(warmUps).entries()) {
      const path = join(service.dataDir, 'original')
      writeFileSync(path, file)
      times.file.push(await timed(() => copyAndHash(path, `${path}-copy`)))
      // As every upload is: a system may have to find memory for a new file first.
      times.newFile.push(await timed(() => copyAndHash(path, `${path}-copy-${run}`)))
      times.memory.push(await timed(() => createHash('sha256').update(Buffer.from(file)).digest()))
    }
    report(times, peak - before)
  } finally {
    receiver.kill()
    await service.stop()
  }
}

type Times = Record<'upload' | 'newFile' | 'file' | 'memory' | 'received', number[]>

function report(times: Times, added: number): void {
  const upload = median(times.upload)
  const row = (name: string, values: number[]) => ({
    [name]: {
      ms: median(values).toFixed(0),
      'the upload is so many times it': (upload / median(values)).toFixed(1),
    },
  })
  console.log(`The upload of ${megabytes} MB: received, checked in a thread, hashed, sealed, kept (median)\n`)
  console.table({
    ...row('upload', times.upload),
    ...row('copied to a new file, and SHA-256', times.newFile),
    ...row('copied over the same file, and SHA-256', times.file),
    ...row('copied in memory, and SHA-256', times.memory),
    ...row('received and hashed only', times.received),
  })
  console.log(`Memory added, at most: ${(added / 1e6).toFixed(0)} MB`)
}

/** As `cp` and `sha256sum` would. */
function copyAndHash(path: string, copy: string): void {
  copyFileSync(path, copy)
  createHash('sha256').update(readFileSync(copy)).digest()
}

interface Body {
  type: string
  bytes: Buffer
}

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
