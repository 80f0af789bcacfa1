import type { FieldErrors } from '#lib/core/errors'

interface ErrorBody {
  error?: {
    code?: string
    message?: string
    errors?: FieldErrors
    request_id?: string
    reason?: string
    attempts_left?: number
  } & Record<string, unknown>
}

/** An error of `/api/v1` for display: message, fields and request id. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: FieldErrors
  readonly reason: string | null
  /** Attempts left for a code; only with `invalid_code`. */
  readonly attemptsLeft: number | null
  readonly requestId: string | null
  /** All members of the error. */
  readonly details: Record<string, unknown>

  constructor(status: number, body: ErrorBody | null, requestId: string | null) {
    super(messageOf(body?.error) ?? messageForStatus(status))
    this.name = 'ApiError'
    this.status = status
    this.code = body?.error?.code ?? 'no_answer'
    this.fields = body?.error?.errors ?? {}
    this.reason = body?.error?.reason ?? null
    this.attemptsLeft = body?.error?.attempts_left ?? null
    this.requestId = body?.error?.request_id ?? requestId
    this.details = body?.error ?? {}
  }
}

/** Messages for codes that mean something else with a session cookie than with a token. */
const pageWords: Record<string, string> = {
  unauthenticated: 'Your session has ended. Sign in again.',
  token_expired: 'Your session has ended. Sign in again.',
  token_revoked: 'Your session has ended. Sign in again.',
  second_factor_setup_required:
    'Your organisation now requires a second factor. Reload the page to set one up.',
  reauthentication_required: 'Nothing was changed. Enter your password again to continue.',
}

function messageOf(error: ErrorBody['error']): string | undefined {
  return pageWords[error?.code ?? ''] ?? error?.message
}

function messageForStatus(status: number): string {
  if (status === 0) return 'We cannot reach the service. Check your connection and try again.'
  if (status === 413) return 'The file is too large.'
  return 'The service returned an unexpected response. Try again in a moment.'
}

interface SessionHandler {
  /** Asks for the password again. True once it was accepted, false when the user gave up. */
  askPassword(): Promise<boolean>
  /** The session has ended: offers to sign in again. */
  onEnded(): void
}

let sessionHandler: SessionHandler | null = null

/** Sets the handler of errors that the user can resolve; returns a function that removes it. */
export function handleSession(handler: SessionHandler): () => void {
  sessionHandler = handler
  return () => {
    sessionHandler = null
  }
}

/** Makes an ApiError of an error response. */
export function errorFrom(status: number, text: string, requestId: string | null): ApiError {
  const error = new ApiError(status, bodyOf(text), requestId)
  if (status === 401 && error.code !== 'second_factor_required') sessionHandler?.onEnded()
  return error
}

function bodyOf(text: string): ErrorBody | null {
  try {
    return JSON.parse(text) as ErrorBody
  } catch {
    return null
  }
}

/** The timeout of a request; only reads are retried. */
const READ_MILLISECONDS = 20_000
/** Fetch standard, 4.6: the limit of all `keepalive` requests together, in bytes. */
const KEEPALIVE_BYTES = 65_536

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of `/api/v1` under the session's cookie. Throws `ApiError`. */
export async function api<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  return (await send<T>(method, path, body, { signal })).body
}

/** A record with its version. */
export interface Versioned<T> {
  body: T
  etag: string | null
}

/** Reads a record with its version. */
export function readVersioned<T>(path: string): Promise<Versioned<T>> {
  return send<T>('GET', path, undefined, {})
}

/**
 * Makes a change that must be sent although the page is closing, within the browser's limit. It is refused (412) when
 * the record no longer has the version `etag`.
 */
export function saveOnLeaving<T>(
  method: Method,
  path: string,
  body: unknown,
  etag: string | null,
): Promise<Versioned<T>> {
  const size = new TextEncoder().encode(JSON.stringify(body)).length
  return send<T>(method, path, body, { keepalive: size <= KEEPALIVE_BYTES, etag })
}

interface SendOptions {
  signal?: AbortSignal | undefined
  keepalive?: boolean
  etag?: string | null
}

async function send<T>(
  method: Method,
  path: string,
  body: unknown,
  { signal, keepalive = false, etag = null }: SendOptions,
): Promise<Versioned<T>> {
  const timeouts = method === 'GET' ? [AbortSignal.timeout(READ_MILLISECONDS)] : []
  const response = fetch(`/api/v1${path}`, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(etag === null ? {} : { 'If-Match': etag }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    credentials: 'same-origin',
    keepalive,
    signal: AbortSignal.any([...timeouts, ...(signal ? [signal] : [])]),
  })
  const { reply, text } = await response
    .then(async (reply) => ({ reply, text: await reply.text() }))
    .catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw new ApiError(0, null, null)
    })
  if (!reply.ok) {
    const error = errorFrom(reply.status, text, reply.headers.get('x-request-id'))
    const response = error.code === 'reauthentication_required' && sessionHandler?.askPassword()
    if (response && (await response)) return send<T>(method, path, body, { signal, keepalive, etag })
    throw error
  }
  return { body: (text ? JSON.parse(text) : undefined) as T, etag: reply.headers.get('etag') }
}
