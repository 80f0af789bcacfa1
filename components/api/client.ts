import type { FieldErrors } from '#lib/core/errors'

interface FaultBody {
  error?: {
    code?: string
    message?: string
    errors?: FieldErrors
    request_id?: string
    reason?: string
    attempts_left?: number
  }
}

/** A refusal of `/api/v1` as the pages show it: the words, the fields, the number to quote. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: FieldErrors
  readonly reason: string | null
  /** Tries left for a code; only with `invalid_code`. */
  readonly attemptsLeft: number | null
  readonly requestId: string | null

  constructor(status: number, body: FaultBody | null, requestId: string | null) {
    super(wordsOf(body?.error) ?? wordsFor(status))
    this.name = 'ApiFault'
    this.status = status
    this.code = body?.error?.code ?? 'no_answer'
    this.fields = body?.error?.errors ?? {}
    this.reason = body?.error?.reason ?? null
    this.attemptsLeft = body?.error?.attempts_left ?? null
    this.requestId = body?.error?.request_id ?? requestId
  }
}

/** Codes of the API that a page words itself: it sends a cookie, not a token or key. */
const pageWords: Record<string, string> = {
  unauthenticated: 'Your session has ended. Sign in again.',
  token_expired: 'Your session has ended. Sign in again.',
  token_revoked: 'Your session has ended. Sign in again.',
  reauthentication_required: 'Nothing was changed: enter your password again for that.',
}

function wordsOf(error: FaultBody['error']): string | undefined {
  return pageWords[error?.code ?? ''] ?? error?.message
}

function wordsFor(status: number): string {
  if (status === 0) return 'The service cannot be reached. Check your connection and try again.'
  if (status === 413) return 'The file is too large.'
  return 'The service did not answer as it should. Try again in a moment.'
}

interface SessionHandler {
  /** Asks for the password again. True once it was accepted, false when the user gave up. */
  askPassword(): Promise<boolean>
  /** The session has ended: offers to sign in again. */
  onEnded(): void
}

let sessionHandler: SessionHandler | null = null

/** Sets what pages with a session do about refusals that the user can resolve; returns what undoes it. */
export function handleSession(handler: SessionHandler): () => void {
  sessionHandler = handler
  return () => {
    sessionHandler = null
  }
}

/** Reads the answer of a finished XMLHttpRequest or fetch as a fault. */
export function errorFrom(status: number, text: string, requestId: string | null): ApiError {
  if (status === 401) sessionHandler?.onEnded()
  try {
    return new ApiError(status, JSON.parse(text) as FaultBody, requestId)
  } catch {
    return new ApiError(status, null, requestId)
  }
}

/** A connection may die without a word; what only looks is asked again then. */
const READ_MILLISECONDS = 20_000
/** Fetch standard, 4.6: of all requests that outlive their pages. */
const KEEPALIVE_BYTES = 65_536

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of `/api/v1` under the session's cookie. Throws `ApiError`. */
export function api<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  return send<T>(method, path, body, { signal })
}

/** The same for a change that must arrive although its page ends meanwhile, as far as browsers send that much then. */
export function saveOnLeaving<T>(method: Method, path: string, body: unknown): Promise<T> {
  const size = new TextEncoder().encode(JSON.stringify(body)).length
  return send<T>(method, path, body, { keepalive: size <= KEEPALIVE_BYTES })
}

interface SendOptions {
  signal?: AbortSignal | undefined
  keepalive?: boolean
}

async function send<T>(
  method: Method,
  path: string,
  body: unknown,
  { signal, keepalive = false }: SendOptions,
): Promise<T> {
  const timeouts = method === 'GET' ? [AbortSignal.timeout(READ_MILLISECONDS)] : []
  const response = fetch(`/api/v1${path}`, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    credentials: 'same-origin',
    keepalive,
    signal: AbortSignal.any([...timeouts, ...(signal ? [signal] : [])]),
  })
  const { answer, text } = await response
    .then(async (answer) => ({ answer, text: await answer.text() }))
    .catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw new ApiError(0, null, null)
    })
  if (!answer.ok) {
    const fault = errorFrom(answer.status, text, answer.headers.get('x-request-id'))
    const response = fault.code === 'reauthentication_required' && sessionHandler?.askPassword()
    if (response && (await response)) return send<T>(method, path, body, { signal, keepalive })
    throw fault
  }
  return (text ? JSON.parse(text) : undefined) as T
}
