import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '#lib/core/log'
import type { RequestDescription, Span } from '#lib/core/request'
import { counter, histogram } from '#lib/core/runtime/metrics'
import { getTracer, type OpenSpan } from '#lib/core/runtime/tracing'
import { isApi } from '#lib/http/api'
import { isTrustedProxy } from '#lib/http/request/address'

/** The pages by the first part of their path; what follows it may be the token of a link. */
export const PAGES = new Set([
  ...['login', 'signup', 'recovery', 'invitation', 'confirm-address', 'second-factor'],
  ...[
    'overview',
    'documents',
    'processes',
    'templates',
    'vault',
    'archives',
    'users',
    'api-keys',
    'webhooks',
  ],
  ...[
    'settings',
    'operator',
    'folders',
    'developers',
    'sign',
    'embed',
    'verify',
    'mailbox',
    'again',
    'mcp',
    'scim',
    'api',
  ],
])
/** Load balancers ask for them every few seconds: they are neither counted nor logged. */
const HEALTH_CHECK = /^\/api\/v1\/health\/(live|ready)(\?|$)/
const UNLOGGED = 'files'

const requests = counter({
  name: 'http_requests_total',
  help: 'Requests whose response has ended, by route, status and kind of caller.',
  labels: ['route', 'method', 'status', 'caller'],
})
const durations = histogram({
  name: 'http_request_duration_seconds',
  help: 'From the head of a request to the end of its response, without those refused for overload.',
  labels: ['route', 'method', 'caller'],
})

/**
 * Counts and logs a request, unless it is a health check, when its response ends; the line has neither its path nor its
 * query, which may be secret.
 * @returns the span of the request, where traces are switched on
 */
export function observe(
  request: IncomingMessage,
  response: ServerResponse,
  description: RequestDescription,
  id: string,
): Span | undefined {
  if (HEALTH_CHECK.test(request.url ?? '')) return undefined
  const span = startSpan(request)
  const startedAt = performance.now()
  response.once('close', () => {
    const { tenantId: tenant, caller = 'none' } = description
    const method = request.method ?? ''
    const route = description.route ?? nameRoute(request.url)
    // Nothing was sent: the client has left.
    const status = response.headersSent ? response.statusCode : 499
    const milliseconds = Math.round(performance.now() - startedAt)
    requests.inc({ route, method, status, caller })
    if (!description.isShed) durations.observe({ route, method, caller }, milliseconds / 1000)
    span?.end(describeResponse(method, route, status, { tenant, caller }))
    if (route === UNLOGGED || description.isShed) return
    const entry = {
      request_id: id,
      trace_id: span?.traceId,
      method,
      route,
      status,
      milliseconds,
      caller,
      tenant: tenant || undefined,
    }
    log().info(entry, 'request')
  })
  return span
}

/**
 * The span of a request, unless it is for a file. It belongs to the trace of a trusted proxy; one that anyone else names
 * is only linked, so that no client decides what is kept (W3C Trace Context, 3.4 and 7.2).
 */
function startSpan(request: IncomingMessage): OpenSpan | undefined {
  const tracer = getTracer()
  const isFile = () => !isApi(request.url) && nameRoute(request.url) === UNLOGGED
  if (!tracer || isFile()) return undefined
  const { traceparent } = request.headers
  const from = typeof traceparent === 'string' ? traceparent : undefined
  const isParent = from !== undefined && isTrustedProxy(request.socket.remoteAddress)
  return tracer.start('request', {
    kind: 'server',
    ...(isParent ? { parent: { traceparent: from } } : { link: from }),
  })
}

function describeResponse(
  method: string,
  route: string,
  status: number,
  { tenant, caller }: { tenant?: number; caller: string },
): Parameters<OpenSpan['end']>[0] {
  return {
    name: `${method} ${route}`,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'paraph.caller': caller,
      'paraph.tenant': tenant || undefined,
    },
    errorType: status >= 500 ? String(status) : undefined,
  }
}

/** The route of a page, or of a request that no route handles: a number of routes that no client can raise. */
export function nameRoute(url = ''): string {
  if (isApi(url)) return '/api/v1/…'
  const first = /^\/([a-z-]*)(?=[/?]|$)/.exec(url)?.[1]
  if (first === '') return '/'
  return first && PAGES.has(first) ? `/${first}` : 'files'
}
