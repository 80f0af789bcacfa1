import { ParaphError, toError } from './error.ts'
import type { CallOptions } from './operations.ts'
import { wait } from './wait.ts'

const FIRST_DELAY_MILLISECONDS = 500
const MAX_DELAY_MILLISECONDS = 8_000
/** A service that asks for a longer pause is not asked again: the error says how long. */
const MAX_RETRY_AFTER_SECONDS = 60
/** As long the service keeps the key of a request that is still running. */
const IN_FLIGHT_MILLISECONDS = 120_000
/** The status of a service that did not carry out the request. */
const REFUSED_FOR_NOW = 429
/**
 * Statuses of a proxy that may have lost the response, and of a service that may have lost its database just when it
 * stored the change.
 */
const LOST = [502, 503, 504]

/** How a client sends its requests. */
export interface Transport {
  fetch: typeof fetch
  /** Milliseconds for each attempt. */
  timeout: number
  maxRetries: number
}

interface Call<T> {
  method: string
  url: string
  headers: Record<string, string>
  body?: RequestInit['body']
  /** Reads the body of a successful response, as a part of the attempt. */
  read: (response: Response) => Promise<T> | T
}

/**
 * Sends a request until it succeeds, is refused, or has been repeated `maxRetries` times. A POST has a key with which
 * the service carries it out only once; while an attempt that was given up still runs there, its response is asked for.
 * @throws ParaphError
 */
export async function send<T>(transport: Transport, call: Call<T>, options: CallOptions): Promise<T> {
  const { signal, maxRetries = transport.maxRetries } = options
  const headers = new Headers({ ...call.headers, ...options.headers })
  // From JavaScript, or with `etag!`: without it the request would change any version.
  if (options.ifMatch === null) throw new TypeError('`ifMatch` is null: the operation has no `etag`.')
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch)
  if (call.method === 'POST') headers.set('idempotency-key', options.idempotencyKey ?? newKey())
  // The second of two DELETEs would be refused by a 404, that of two changes with `If-Match` by a 412, although the first
  // was carried out. A POST has its key.
  const isRepeatedWhenLost = call.method === 'POST' || (call.method !== 'DELETE' && !headers.has('if-match'))
  let runsUntil: number | undefined
  for (let retries = 0, polls = 0; ; ) {
    const outcome = await attempt(transport, { ...call, headers }, options)
    if ('result' in outcome) return outcome.result
    const { error } = outcome
    if (error.code === 'idempotency_in_flight' && maxRetries > 0) {
      runsUntil ??= Date.now() + IN_FLIGHT_MILLISECONDS
      if (Date.now() >= runsUntil) throw error
      await wait(growingDelay(polls++), signal)
      continue
    }
    runsUntil = undefined
    const delay = retries < maxRetries ? delayBefore(error, isRepeatedWhenLost, retries++) : null
    if (delay === null) throw error
    await wait(delay, signal)
  }
}

type Outcome<T> = { result: T } | { error: ParaphError }

async function attempt<T>(
  transport: Transport,
  { method, url, headers, body, read }: Omit<Call<T>, 'headers'> & { headers: Headers },
  { signal, timeout = transport.timeout }: CallOptions,
): Promise<Outcome<T>> {
  signal?.throwIfAborted()
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeout)
  const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal
  try {
    const response = await transport.fetch(url, { method, headers, body, signal: either })
    if (!response.ok && response.status !== 304) return { error: await toError(response) }
    return { result: await read(response) }
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    if (cause instanceof ParaphError) return { error: cause }
    if (late.signal.aborted)
      return {
        error: new ParaphError({ code: 'timeout', message: `No response within ${timeout} ms.`, cause }),
      }
    return {
      error: new ParaphError({ code: 'network_error', message: `${method} ${url} failed: ${cause}`, cause }),
    }
  } finally {
    clearTimeout(timer)
  }
}

/** How many milliseconds to wait before the request is repeated; null if it is not to be repeated. */
function delayBefore(
  { code, status, retryAfter }: ParaphError,
  isRepeatedWhenLost: boolean,
  retries: number,
): number | null {
  const isLost = code === 'network_error' || code === 'timeout' || LOST.includes(status ?? 0)
  const isRepeatable = status === REFUSED_FOR_NOW || (isLost && isRepeatedWhenLost)
  if (!isRepeatable || (retryAfter ?? 0) > MAX_RETRY_AFTER_SECONDS) return null
  return retryAfter === null ? growingDelay(retries) : retryAfter * 1000
}

function growingDelay(retries: number): number {
  const longest = Math.min(FIRST_DELAY_MILLISECONDS * 2 ** retries, MAX_DELAY_MILLISECONDS)
  // Not all clients at the same moment.
  return longest * (0.5 + Math.random() / 2)
}

/** `crypto.randomUUID` is missing in browsers without https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
