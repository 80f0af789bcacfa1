/**
 * Runs in a thread of `npm run hostile`: keeps hostile files in flight until it is stopped, and reports the responses.
 */
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'

export interface Attack {
  url: string
  /** Of the tenant that uploads them. */
  key: string
  file: Uint8Array<ArrayBuffer>
}

/** How many answers there were of each status; 0 for none. */
export type Answers = Record<string, number>

const IN_FLIGHT = 50
const { url, key, file } = workerData as Attack
const counts: Answers = {}
let over = false

const senders = Array.from({ length: IN_FLIGHT }, () => [keepOn('/documents'), keepOn('/verify')])
await once(parentPort!, 'message')
// None is broken off: it would wait on in its sender's queue, and the next kind be sent away.
over = true
await Promise.all(senders.flat())
parentPort!.postMessage(counts)

async function keepOn(path: string): Promise<void> {
  while (!over) {
    const body = new FormData()
    body.set('file', new Blob([file], { type: 'application/pdf' }), 'hostile.pdf')
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body }).catch(() => null)
    await answer?.body?.cancel()
    const status = answer?.status ?? 0
    counts[status] = (counts[status] ?? 0) + 1
  }
}
