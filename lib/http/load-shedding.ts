import type { IncomingMessage, ServerResponse } from 'node:http'
import { unavailable } from '#lib/core/errors'
import { FairQueue } from '#lib/core/fair-queue/fair-queue'
import type { Group } from '#lib/core/fair-queue/marked-groups'
import { sha256Hex } from '#lib/core/ids'
import { log } from '#lib/core/log'
import { rateLimitKey } from '#lib/core/network/addresses'
import type { RequestDescription } from '#lib/core/request'
import { counter, gauge } from '#lib/core/runtime/metrics'
import { errorText } from '#lib/messages/errors'
import { clientAddress } from './request/address.ts'
import { errorBody } from './response/error-response.ts'
import { overloadedPage } from './response/overloaded-page.ts'

/* Load shedding: how many requests this process works on at a time. The others wait for a moment, or get a 503. */

const RETRY_SECONDS = 5
const overloaded = unavailable(RETRY_SECONDS, errorText('refusals.overloaded'))
const refuseOverload = () => overloaded

/** Pages and requests of signers and for signing in; those of tenants, which are shed first. */
type RequestClass = 'signing' | 'tenants'

/**
 * More requests at a time answer no more per second: ten have a connection to the database. Of `tenants` the groups are
 * tenants, so that each gets its share, else the addresses of clients.
 */
const queues: Record<RequestClass, FairQueue> = {
  tenants: new FairQueue({
    slots: 32,
    slotsOfGroup: 24,
    maxWaiting: 500,
    maxWaitingOfGroup: 100,
    maxWaitingMilliseconds: 5000,
    refuse: refuseOverload,
  }),
  // Signers and visitors may all have the address of one proxy.
  signing: new FairQueue({
    slots: 64,
    maxWaiting: 2000,
    maxWaitingOfGroup: 2000,
    maxWaitingMilliseconds: 20_000,
    refuse: refuseOverload,
  }),
}
/** What takes longer waits for a client, a thread or another service, and no longer counts. */
const SLOT_MILLISECONDS = 2000
const LOG_PAUSE_MILLISECONDS = 10_000
const MAX_KNOWN_CREDENTIALS = 20_000

/** Answered whatever arrives: files take nearly no time, and a balancer must not take a busy process for a dead one. */
const UNLIMITED = /^\/(_next\/static\/|api\/v1\/health(?=[/?]|$))/
const SIGNING_API = /^\/api\/v1\/(signing|template-links|auth)(?=[/?]|$)/
const TENANTS = new RegExp(
  `^/(${[
    ...['api/v1', 'mcp', 'scim', 'verify', 'developers', 'overview', 'documents', 'processes', 'templates'],
    ...['vault', 'archives', 'users', 'api-keys', 'webhooks', 'settings', 'folders', 'operator'],
  ].join('|')})(?=[/?]|$)`,
)

const shed = counter({
  name: 'shed_requests_total',
  help: 'Requests that were refused with a 503 because this process is overloaded, by class.',
  labels: ['class'],
})

gauge(
  {
    name: 'requests_in_progress',
    help: 'Requests that this process works on, and that wait for their turn, by class.',
    labels: ['class', 'state'],
  },
  (set) => {
    for (const [name, queue] of Object.entries(queues)) {
      set(queue.used, { class: name, state: 'running' })
      set(queue.waiting, { class: name, state: 'waiting' })
    }
  },
)

/** The class of a request by its URL; null for what is never refused. */
export function classify(url: string): RequestClass | null {
  if (UNLIMITED.test(url)) return null
  return TENANTS.test(url) && !SIGNING_API.test(url) ? 'tenants' : 'signing'
}

/**
 * Calls `handle` when it is the turn of the request. While this process is overloaded the response is a 503 with
 * `Retry-After`, sent before anything is done for the request.
 * @param description whose tenant is known once `handle` has ended
 */
export async function admit(
  request: IncomingMessage,
  response: ServerResponse,
  { id, description }: { id: string; description: RequestDescription },
  handle: () => Promise<void>,
): Promise<void> {
  const requestClass = classify(request.url ?? '')
  if (!requestClass) return handle()
  const queue = queues[requestClass]
  const credential = requestClass === 'tenants' ? findCredential(request) : null
  const group = (credential && knownCredentials.get(credential)) ?? findAddress(request)
  try {
    await queue.enter(group)
  } catch (error) {
    if (error !== overloaded) throw error
    return refuse(request, response, { id, description, requestClass })
  }
  let isRunning = true
  const leave = () => {
    if (isRunning) queue.leave(group)
    isRunning = false
  }
  const timer = setTimeout(leave, SLOT_MILLISECONDS)
  try {
    // A client may have left while its request waited.
    if (!request.socket.destroyed) await handle()
  } finally {
    clearTimeout(timer)
    leave()
    if (credential && description.tenantId) learn(credential, description.tenantId)
  }
}

/** The tenants of the latest credentials, by their hashes: to look one up would cost more than to refuse it. */
const knownCredentials = new Map<string, number>()

function learn(credential: string, tenantId: number): void {
  if (knownCredentials.get(credential) === tenantId) return
  knownCredentials.set(credential, tenantId)
  if (knownCredentials.size > MAX_KNOWN_CREDENTIALS)
    knownCredentials.delete(knownCredentials.keys().next().value!)
}

function findCredential({ headers }: IncomingMessage): string | null {
  const credential = headers.authorization ?? headers.cookie
  return credential === undefined ? null : sha256Hex(credential)
}

function findAddress({ headers }: IncomingMessage): Group {
  const address = clientAddress({ headers: { get: (name) => headers[name]?.toString() ?? null } })
  return address === null ? '' : rateLimitKey(address)
}

let loggedAt = Number.NEGATIVE_INFINITY

function refuse(
  { url = '', headers }: IncomingMessage,
  response: ServerResponse,
  {
    id,
    description,
    requestClass,
  }: { id: string; description: RequestDescription; requestClass: RequestClass },
): void {
  shed.inc({ class: requestClass })
  description.isShed = true
  if (performance.now() - loggedAt > LOG_PAUSE_MILLISECONDS) {
    loggedAt = performance.now()
    log().warn({ class: requestClass }, 'overloaded: requests are refused')
  }
  const isPage = headers.accept?.includes('text/html') && !url.startsWith('/api/')
  const body = isPage
    ? overloadedPage(headers['accept-language'], RETRY_SECONDS)
    : JSON.stringify(errorBody(overloaded, id))
  response.writeHead(503, {
    'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Retry-After': RETRY_SECONDS,
    'Cache-Control': 'no-store',
    'X-Request-Id': id,
  })
  response.end(body)
}
