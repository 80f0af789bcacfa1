import { encodeBody } from '#components/api/encode-body.ts'
import { frameHeaders } from '#components/api/frame-credential.ts'
import { getPageMode, modeHeaders } from '#components/api/page-mode.ts'
import { loadPageErrorTexts } from '#components/i18n/error-translator.ts'
import type { Messages } from '#components/i18n/messages.ts'
import { type ErrorText, formatError } from '#lib/messages/errors'
import type { Texts } from '#lib/messages/texts'
import type {
  Input,
  JsonOperation,
  OperationName,
  OptionsArgument,
  ReadOperation,
  Result,
} from '#sdk/operations.ts'

interface ErrorBody {
  error?: {
    code?: string
    message?: string
    errors?: Record<string, string[]>
    details?: (ErrorText & { field?: string })[]
    request_id?: string
    reason?: string
    attempts_left?: number
  } & Record<string, unknown>
}

/** The errors whose texts are the dashboard's own, in `api.errors` of the translations. */
type TextKey = keyof Messages['api']['errors']

type ErrorHeaders = Pick<Headers, 'get'>

/** An error of `/api/v1` for display: message, fields and request id. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The key of the translated text; null when the message of the service is shown. */
  readonly textKey: TextKey | null
  /** The messages by field, in the language of the page. */
  readonly fields: Record<string, string[]>
  readonly reason: string | null
  /** Attempts left for a code; only with `invalid_code`. */
  readonly attemptsLeft: number | null
  readonly requestId: string | null
  /** `Retry-After` in seconds; null without it. */
  readonly retryAfterSeconds: number | null
  /** All members of the error. */
  readonly details: Record<string, unknown>

  constructor(status: number, body: ErrorBody | null, headers: ErrorHeaders | null) {
    const textKey = findTextKey(status, body?.error)
    super(textKey ?? body?.error?.message)
    this.name = 'ApiError'
    this.status = status
    this.textKey = textKey
    this.code = body?.error?.code ?? 'no_answer'
    this.fields = body?.error?.errors ?? {}
    this.reason = body?.error?.reason ?? null
    this.attemptsLeft = body?.error?.attempts_left ?? null
    this.requestId = body?.error?.request_id ?? headers?.get('x-request-id') ?? null
    this.retryAfterSeconds = Number(headers?.get('retry-after')) || null
    this.details = body?.error ?? {}
  }

  /** The record was changed since it was read, so nothing was changed. */
  get isOutdated(): boolean {
    return this.status === 412 && this.reason !== 'other_mode'
  }
}

/** The texts of codes whose messages are meant for programs, or say no more than a text in the user's language. */
export const textKeys: Record<string, TextKey> = {
  unauthenticated: 'sessionEnded',
  token_expired: 'sessionEnded',
  token_revoked: 'sessionEnded',
  second_factor_setup_required: 'factorRequired',
  reauthentication_required: 'passwordRequired',
  email_not_confirmed: 'emailNotConfirmed',
  tenant_suspended: 'tenantSuspended',
  quota_exceeded: 'quotaExceeded',
  not_found: 'notFound',
  rate_limited: 'tooMany',
  storage_full: 'storageFull',
  internal_error: 'internal',
}

function findTextKey(status: number, error: ErrorBody['error']): TextKey | null {
  const textKey = textKeys[error?.code ?? '']
  if (error?.quota === 'bytes') return 'storageExceeded'
  if (textKey) return textKey
  if (error?.message) return null
  if (status === 0) return 'unreachable'
  return status === 413 ? 'fileTooLarge' : 'unexpected'
}

interface SessionHandler {
  /** Asks for the password again. True once it was accepted, false when the user gave up. */
  askPassword(): Promise<boolean>
  /** The session has ended: offers to sign in again. */
  onEnded(): void
  /** The session has another mode than the page shows. */
  onOtherMode(): void
  /**
   * The session has ended before a change: asks to sign in again. True once the session is as before, false when the
   * user gave up or the new session is another one.
   */
  signInAgain(): Promise<boolean>
}

let sessionHandler: SessionHandler | null = null
/** How much work runs for which the handler is not asked. */
let quietWork = 0
const getSessionHandler = () => (quietWork === 0 ? sessionHandler : null)

/** Sets the handler of errors that the user can resolve; returns a function that removes it. */
export function handleSession(handler: SessionHandler): () => void {
  sessionHandler = handler
  return () => {
    sessionHandler = null
  }
}

/** Requests that fail while `work` runs do not ask the user for a password or to sign in. */
export function withoutAsking<T>(work: () => Promise<T>): Promise<T> {
  quietWork++
  return work().finally(() => {
    quietWork--
  })
}

/**
 * The ApiError of an error response, in the language of the page. When the session has ended, the user is asked to sign
 * in again; when it has another mode, the page shows that one.
 */
export async function toApiError(status: number, text: string, headers: ErrorHeaders): Promise<ApiError> {
  const body = parseBody(text)
  const error = new ApiError(status, body && translated(body, await loadPageErrorTexts()), headers)
  if (status === 401 && error.code !== 'second_factor_required') getSessionHandler()?.onEnded()
  if (error.reason === 'other_mode') getSessionHandler()?.onOtherMode()
  return error
}

/** The error with the texts of its keys; a key without a text leaves the message of the service. */
function translated({ error }: ErrorBody, texts: Texts | null): ErrorBody {
  if (!error?.details || !texts) return { error }
  const { message, details } = error
  const format = (detail: ErrorText | undefined) => detail && formatError(detail, texts)
  const errors = Object.entries(error.errors ?? {}).map(([field, messages]) => {
    const ofField = details.filter((detail) => detail.field === field)
    return [field, messages.map((message, index) => format(ofField[index]) ?? message)]
  })
  return { error: { ...error, message: format(details[0]) ?? message, errors: Object.fromEntries(errors) } }
}

/** The body of a successful response. @throws ApiError if it is not the service's, such as the page of a captive portal */
export function readBody<T>(text: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw new ApiError(0, null, null)
  }
}

function parseBody(text: string): ErrorBody | null {
  try {
    return JSON.parse(text) as ErrorBody
  } catch {
    return null
  }
}

/** The timeout of reads. Changes have none: after a timeout it is unknown whether they were made. */
const READ_TIMEOUT_MILLISECONDS = 20_000
/** Fetch standard, 4.6: the limit of all `keepalive` requests together, in bytes. */
const KEEPALIVE_BYTES = 65_536

/** The input of any operation. */
export interface AnyInput {
  path?: object
  query?: object
  body?: object
}

/**
 * One request to `/api/v1` by the name of its operation, authenticated by the session cookie. A body with a file is
 * sent as a form. @throws ApiError
 */
export async function api<Name extends JsonOperation>(
  name: Name,
  ...[options]: OptionsArgument<Name, { signal?: AbortSignal }>
): Promise<Result<Name>> {
  return (await send(name, options)).body
}

/** A response with the version of its record, for `If-Match`. */
export interface VersionedResponse<T> {
  body: T
  etag: string | null
}

/** Reads a record together with its version. */
export function readVersioned<Name extends ReadOperation>(
  name: Name,
  input: Input<Name>,
): Promise<VersionedResponse<Result<Name>>> {
  return send(name, input)
}

/**
 * Makes a change that the browser still sends while the page is closing, if it is not too large for that. The service
 * refuses it (412) when the record no longer has the version `etag`.
 */
export function saveOnLeaving<Name extends JsonOperation>(
  name: Name,
  input: Input<Name>,
  etag: string | null,
): Promise<VersionedResponse<Result<Name>>> {
  const { body = {} }: AnyInput = input
  const size = new TextEncoder().encode(JSON.stringify(body)).length
  return send(name, { ...input, keepalive: size <= KEEPALIVE_BYTES, etag })
}

/** The path of an operation below `/api/v1` with its parameters, and the query without members that are empty. */
export function formatPath(name: OperationName, { path = {}, query = {} }: AnyInput = {}): string {
  const values = new Map(Object.entries(path))
  const filledPath = name
    .slice(name.indexOf('/'))
    .replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(values.get(parameter)))
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => (value ?? '') !== ''))
  return search.size > 0 ? `${filledPath}?${search}` : filledPath
}

/** Whether the user has resolved the error in a dialog, so that the request can be repeated. */
async function isResolvedByUser(error: ApiError, name: string): Promise<boolean> {
  if (error.code === 'reauthentication_required') return (await getSessionHandler()?.askPassword()) ?? false
  // Data is loaded again by its page; the requests of the sign-in itself must not wait for it.
  const isChangeWithoutSession = error.status === 401 && !/^GET | \/auth\//.test(name)
  return isChangeWithoutSession && ((await getSessionHandler()?.signInAgain()) ?? false)
}

interface SendOptions extends AnyInput {
  signal?: AbortSignal
  keepalive?: boolean
  etag?: string | null
  idempotencyKey?: string | null
  /** The mode in which the change was made: that of the page by default. */
  testMode?: boolean | undefined
}

/** A request whose input is not checked: for functions that check it, and for the state of lists. */
export function send<Name extends JsonOperation>(
  name: Name,
  options: SendOptions = {},
): Promise<VersionedResponse<Result<Name>>> {
  return request(name, `/api/v1${formatPath(name, options)}`, options)
}

/** A change of the dashboard that is no part of the API. @throws ApiError */
export async function postOutsideApi(path: string, body: object): Promise<void> {
  await request(`POST ${path}`, path, { body })
}

async function request<T>(name: string, path: string, options: SendOptions): Promise<VersionedResponse<T>> {
  const { signal, keepalive = false, etag = null, idempotencyKey = null, body: members } = options
  const [method = ''] = name.split(' ', 1)
  const testMode = options.testMode ?? getPageMode()
  const body = members && encodeBody(members)
  const timeouts = method === 'GET' ? [AbortSignal.timeout(READ_TIMEOUT_MILLISECONDS)] : []
  const fetched = fetch(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...frameHeaders(),
      ...(/^GET | \/account\/test-mode$/.test(name) ? {} : modeHeaders(testMode)),
      // The browser sets that of a form, with its boundary.
      ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
      ...(etag === null ? {} : { 'If-Match': etag }),
      ...(idempotencyKey === null ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
    body: body ?? null,
    credentials: 'same-origin',
    keepalive,
    signal: AbortSignal.any([...timeouts, ...(signal ? [signal] : [])]),
  })
  const { response, text } = await fetched
    .then(async (response) => ({ response, text: await response.text() }))
    .catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw new ApiError(0, null, null)
    })
  if (!response.ok) {
    const error = await toApiError(response.status, text, response.headers)
    if (await isResolvedByUser(error, name)) return request(name, path, { ...options, testMode })
    throw error
  }
  const result = response.status === 204 ? (undefined as T) : readBody<T>(text)
  return { body: result, etag: response.headers.get('etag') }
}
