import { AsyncLocalStorage } from 'node:async_hooks'
import { newRequestId } from './ids.ts'

type SetStatus = (status: number) => void

/** One a process, however many bundles of a Next server load this file. */
const key = Symbol.for('paraph.request')
const shared = globalThis as { [key]?: AsyncLocalStorage<{ id: string; setStatus?: SetStatus }> }
shared[key] ??= new AsyncLocalStorage()
const requests = shared[key]

/**
 * Does `work` for a request: whatever is said of it bears its id, the log's lines among others.
 * @param setStatus sets the HTTP status of a page that is being rendered
 */
export function runWithRequestId<T>(requestId: string, work: () => T, setStatus?: SetStatus): T {
  return requests.run({ id: requestId, setStatus }, work)
}

/** Does `work` for no request in particular: what a request happens to start and others use. */
export function runOutsideRequest<T>(work: () => T): T {
  return requests.exit(work)
}

/** The request that is being worked for, if it is one. */
export function currentRequestId(): string | undefined {
  return requests.getStore()?.id
}

/** The id of the current request; a new one outside a request. */
export function requestId(): string {
  return currentRequestId() ?? newRequestId()
}

/** Sets the HTTP status of the page that is being rendered. */
export function setPageStatus(status: number): void {
  requests.getStore()?.setStatus?.(status)
}
