import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { flushReads } from '#lib/audit/reads'
import type { RequestDescription, RequestDetails } from '#lib/core/request'
import { setPeerHeaders } from '#lib/http/request/address'
import { toOriginForm } from '#lib/http/request/url'
import { setPageHeaders } from '#lib/http/response/page-headers'
import { setSecurityHeaders } from '#lib/http/response/security-headers'
import { flushCalls } from '#lib/identity/account/calls'
import { observe } from './observe.ts'

/* What server/web.ts and `next start` do alike: before a request is handled, and when the process ends. */

const CLOSE_MILLISECONDS = 10_000
/** How long a replaced process keeps idle connections, whose next response tells the client to open another one. */
const KEEP_IDLE_MILLISECONDS = 3000

let isStopping = false

/** Reads the target of the request, sets the headers of every response, and observes the request. */
export function beginRequest(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
): RequestDetails & { description: RequestDescription } {
  request.url = toOriginForm(request.url)
  const description: RequestDescription = {}
  const span = observe(request, response, description, id)
  setPeerHeaders(request)
  setSecurityHeaders(response)
  setPageHeaders(request, response)
  if (isStopping) response.setHeader('Connection', 'close')
  // Once the server is closed: a connection becomes idle with its last response, and is closed then.
  response.once('close', () => server.listening || setImmediate(() => server.closeIdleConnections()))
  return {
    description,
    span,
    setStatus: (status) => {
      // The router of Next in the browser accepts only status 200 for a navigation (a request with the header `rsc`).
      if (!request.headers.rsc) response.statusCode = status
    },
  }
}

/**
 * Waits for the requests, then writes what they have left in memory.
 * @param isReplaced another process takes the requests: no request may fail, and none is hurried
 */
export async function endRequests(server: Server, milliseconds: number, isReplaced = false): Promise<void> {
  isStopping = true
  // A request may be on its way on a connection that is being closed; hardly any is on one that was idle for a while.
  if (isReplaced) await sleep(KEEP_IDLE_MILLISECONDS)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const closeAfter = isReplaced ? milliseconds : Math.min(milliseconds, CLOSE_MILLISECONDS)
  setTimeout(() => server.closeAllConnections(), closeAfter).unref()
  await closed
  await Promise.all([flushCalls(), flushReads()])
}
