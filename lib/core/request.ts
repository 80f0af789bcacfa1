import { AsyncLocalStorage } from 'node:async_hooks'
import { newRequestId } from './ids.ts'

/** One a process, however many bundles of a Next server load this file. */
const key = Symbol.for('paraph.request')
const shared = globalThis as { [key]?: AsyncLocalStorage<string> }
shared[key] ??= new AsyncLocalStorage()
const requests = shared[key]

/** Does `work` for a request: whatever is said of it bears its id, the log's lines among others. */
export function onBehalfOf<T>(requestId: string, work: () => T): T {
  return requests.run(requestId, work)
}

/** Does `work` for no request in particular: what a request happens to start and others use. */
export function onBehalfOfNobody<T>(work: () => T): T {
  return requests.exit(work)
}

/** The request that is being worked for, if it is one. */
export function currentRequestId(): string | undefined {
  return requests.getStore()
}

/** The id of the request that is being worked for; a new one where nobody has given it one yet. */
export function requestId(): string {
  return currentRequestId() ?? newRequestId()
}
