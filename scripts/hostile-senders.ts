/** A thread of `npm run hostile`: sends hostile files until it is stopped, then reports how often each status came. */
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'

export interface Attack {
  url: string
  /** The API key of the tenant that uploads the file. */
  key: string
  file: Uint8Array<ArrayBuffer>
}

/** The number of responses by status; status 0 for requests without a response. */
export type StatusCounts = Record<string, number>

/** Requests in flight, of each of the two endpoints. */
const IN_FLIGHT = 50
const { url, key, file } = workerData as Attack
const counts: StatusCounts = {}
let isStopped = false

const senders = Array.from({ length: IN_FLIGHT }, () => [
  sendRepeatedly('/documents'),
  sendRepeatedly('/verify'),
])
await once(parentPort!, 'message')
// Requests in flight are not aborted: they would stay in the queue of their sender and block the next hostile file.
isStopped = true
await Promise.all(senders.flat())
parentPort!.postMessage(counts)

async function sendRepeatedly(path: string): Promise<void> {
  while (!isStopped) {
    const body = new FormData()
    body.set('file', new Blob([file], { type: 'application/pdf' }), 'hostile.pdf')
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body }).catch(() => null)
    await response?.body?.cancel()
    const status = response?.status ?? 0
    counts[status] = (counts[status] ?? 0) + 1
  }
}
