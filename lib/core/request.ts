import { AsyncLocalStorage } from 'node:async_hooks'
import { newRequestId } from './ids.ts'

type SetStatus = (status: number) => void

/** Next bundles a copy of this module per route; through globalThis all copies share one storage. */
const storageKey = Symbol.for('paraph.request')
const globals = globalThis as { [storageKey]?: AsyncLocalStorage<{ id: string; setStatus?: SetStatus }> }
globals[storageKey] ??= new AsyncLocalStorage()
const requests = globals[storageKey]

/**
 * Runs `callback` with the id of a request, which its log lines then have.
 * @param setStatus sets the HTTP status of a page that is being rendered
 */
export function runWithRequestId<T>(requestId: string, callback: () => T, setStatus?: SetStatus): T {
  return requests.run({ id: requestId, setStatus }, callback)
}

/** Runs `callback` without a request id: for work that several requests share, or that outlives its request. */
export function runOutsideRequest<T>(callback: () => T): T {
  return requests.exit(callback)
}

/** The id of the current request; undefined outside a request. */
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
