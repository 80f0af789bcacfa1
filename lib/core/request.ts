import { AsyncLocalStorage } from 'node:async_hooks'
import { newRequestId } from './ids.ts'
import { singleton } from './runtime/singleton.ts'

type SetStatus = (status: number) => void

const requests = singleton('request', () => new AsyncLocalStorage<{ id: string; setStatus?: SetStatus }>())

/**
 * Runs `callback` with the id of a request, which its log lines then have.
 * @param setStatus sets the HTTP status of a page that is being rendered
 */
export function runWithRequestId<T>(requestId: string, callback: () => T, setStatus?: SetStatus): T {
  return requests.run({ id: requestId, setStatus }, callback)
}

/** Like `runWithRequestId`, for all that follows in the same execution: a handler that others call. */
export function enterRequest(requestId: string, setStatus: SetStatus): void {
  requests.enterWith({ id: requestId, setStatus })
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
