import { AsyncLocalStorage } from 'node:async_hooks'
import type { Ctx } from './ctx.ts'
import { newRequestId } from './ids.ts'
import { singleton } from './runtime/singleton.ts'

/** What the access log and the metrics say about a request, known while it is handled. */
export interface RequestDescription {
  /** As in the API's reference, since a path may hold the token of a link: `/api/v1/documents/{id}`. */
  route?: string
  tenantId?: number
  caller?: Ctx['actor']['type']
  /** Refused because this process is overloaded: it is counted, but has no duration and no line in the log. */
  isShed?: boolean
}

/** A part of a trace: what was done in a request, a job or a task, and how long it took. */
export interface Span {
  traceId: string
  /** W3C Trace Context, for what is done elsewhere. */
  traceparent: string
}

/** What a server gives with a request. */
export interface RequestDetails {
  /** Sets the HTTP status of a page that is being rendered. */
  setStatus?: (status: number) => void
  description?: RequestDescription
  span?: Span
  /** The one who makes the request gets no signing links, whatever its credential permits. */
  isWithoutLinks?: boolean
}

/** A request or job, and the span in which the code runs. */
interface Execution extends RequestDetails {
  id?: string
}

const requests = singleton('request', () => new AsyncLocalStorage<Execution>())

/** Runs `callback` with the id of a request, which its log lines then have. */
export function runWithRequestId<T>(requestId: string, callback: () => T, details?: RequestDetails): T {
  return requests.run({ ...details, id: requestId }, callback)
}

/** Like `runWithRequestId`, for all that follows in the same execution: a handler that others call. */
export function enterRequest(requestId: string, details: RequestDetails): void {
  requests.enterWith({ ...details, id: requestId })
}

/** Runs `callback` in a span, which its log lines then name. */
export function runInSpan<T>(span: Span, callback: () => T): T {
  return requests.run({ ...requests.getStore(), span }, callback)
}

/** The span in which the code runs; undefined where traces are switched off. */
export function currentSpan(): Span | undefined {
  return requests.getStore()?.span
}

/** Whether nobody gets the signing links that the response of the current request could have. */
export function isWithoutLinks(): boolean {
  return requests.getStore()?.isWithoutLinks === true
}

/** Adds to the description of the current request. */
export function describeRequest(description: RequestDescription): void {
  const current = requests.getStore()?.description
  if (current) Object.assign(current, description)
}

/** Adds who makes the current request to its description. */
export function describeCaller({ tenantId, actor }: Pick<Ctx, 'tenantId' | 'actor'>): void {
  describeRequest({ tenantId, caller: actor.type })
}

/** Runs `callback` without a request id and span: for work that several requests share, or that outlives its request. */
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
