import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '#lib/core/log'
import type { RequestDescription } from '#lib/core/request'
import { counter, histogram } from '#lib/core/runtime/metrics'
import { isApi } from '#lib/http/api'

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
  help: 'From the head of a request to the end of its response.',
  labels: ['route', 'method'],
})

/** Counts and logs a request, unless it is a health check, when its response ends; the line has neither its path nor its query, which may be secret. */
export function observe(
  request: IncomingMessage,
  response: ServerResponse,
  description: RequestDescription,
  id: string,
): void {
  if (HEALTH_CHECK.test(request.url ?? '')) return
  const startedAt = performance.now()
  response.once('close', () => {
    const { tenantId: tenant, caller = 'none' } = description
    const method = request.method ?? ''
    const route = description.route ?? nameRoute(request.url)
    // Nothing was sent: the client has left.
    const status = response.headersSent ? response.statusCode : 499
    const milliseconds = Math.round(performance.now() - startedAt)
    requests.inc({ route, method, status, caller })
    durations.observe({ route, method }, milliseconds / 1000)
    if (route === UNLOGGED) return
    const entry = { request_id: id, method, route, status, milliseconds, caller, tenant: tenant || undefined }
    log().info(entry, 'request')
  })
}

/** The route of a page, or of a request that no route handles: a number of routes that no client can raise. */
export function nameRoute(url = ''): string {
  if (isApi(url)) return '/api/v1/…'
  const first = /^\/([a-z-]*)(?=[/?]|$)/.exec(url)?.[1]
  if (first === '') return '/'
  return first && PAGES.has(first) ? `/${first}` : 'files'
}
