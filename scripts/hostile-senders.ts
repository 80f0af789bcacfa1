/**
 * A thread of `npm run hostile`: sends hostile requests until it is stopped, then reports how often each status came.
 */
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'

/** A request that is sent again and again. */
export interface HostileRequest {
  /** The API key of the tenant that sends it. */
  key: string
  path: string
  /** Uploaded; without a file the request is a GET. */
  file?: { bytes: Uint8Array<ArrayBuffer>; name: string }
  /** How many of it are in flight. */
  inFlight: number
}

export interface Attack {
  url: string
  requests: HostileRequest[]
}

/** The number of responses by status; status 0 for requests without a response. */
export type StatusCounts = Record<string, number>

const { url, requests } = workerData as Attack
const counts: StatusCounts = {}
let isStopped = false
const leaving = new AbortController()

const senders = requests.flatMap((request) =>
  Array.from({ length: request.inFlight }, () => sendRepeatedly(request)),
)
await once(parentPort!, 'message')
isStopped = true
leaving.abort()
await Promise.all(senders)
parentPort!.postMessage(counts)

async function sendRepeatedly({ key, path, file }: HostileRequest): Promise<void> {
  while (!isStopped) {
    const headers = { authorization: `Bearer ${key}` }
    const { signal } = leaving
    const init = file ? { method: 'POST', headers, signal, body: makeForm(file) } : { headers, signal }
    const response = await fetch(`${url}/api/v1${path}`, init).catch(() => null)
    await response?.body?.cancel()
    if (isStopped) return
    const status = response?.status ?? 0
    counts[status] = (counts[status] ?? 0) + 1
  }
}

function makeForm({ bytes, name }: NonNullable<HostileRequest['file']>): FormData {
  const form = new FormData()
  form.set('file', new Blob([bytes]), name)
  return form
}
