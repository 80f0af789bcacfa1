import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  maxHeaderSize,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError, type FieldErrors, notFound, validationError } from '#lib/core/errors'
import { newRequestId } from '#lib/core/ids'
import { errorText } from '#lib/messages/errors'
import { handleRequest } from '../handle-request.ts'
import { errorBody } from '../response/error-response.ts'
import { securityHeaders } from '../response/security-headers.ts'

interface RawRequest {
  httpVersion?: string
  method?: string
  url?: string
  headers: IncomingHttpHeaders
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Refuses requests that Next would answer in its own format or with a 500, before any route sees them: an unknown
 * method, or a `Host` or URL that cannot be parsed; and those of HTTP/1.1 without `Host`, which Node would answer with
 * an empty body (`requireHostHeader`). Null for all other requests.
 */
export function rejectMalformed(request: RawRequest): Promise<Response> | null {
  const refusal = findRefusal(request)
  if (!refusal) return null
  const entries = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  return handleRequest({ headers: new Headers(entries) }, 'address', async () => {
    throw refusal
  })
}

function findRefusal({ httpVersion, method = '', url = '', headers }: RawRequest): AppError | null {
  if (!METHODS.includes(method)) {
    const allow = METHODS.join(', ')
    return new AppError('method_not_allowed', `Method not allowed: ${method}.`, { allow })
  }
  if (httpVersion === '1.1' && headers.host === undefined)
    return validationError({ Host: [errorText('values.required')] })
  if (!URL.canParse(`http://${headers.host ?? 'localhost'}`)) {
    return validationError({ Host: [errorText('api.mustBeHostName')] })
  }
  return isReadable(url) ? null : notFound()
}

/** A path that cannot be read as `//host`; every such path can be parsed. */
const plainPath = /^\/(?![/\\])/

/** Whether a URL is a path without invalid escapes; `*` is none. */
function isReadable(url: string): boolean {
  if (!plainPath.test(url) && !(url.startsWith('/') && URL.canParse(url, 'http://localhost'))) return false
  try {
    return !decodeURIComponent(url.split('?', 1)[0]!).includes('\0')
  } catch {
    return false
  }
}

/** Status and field errors by Node's error code; 400 for all others. */
const PARSER_ERRORS: Record<string, [status: number, errors: FieldErrors]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, { Request: [errorText('api.notReceivedInTime')] }],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, { Request: [errorText('api.chunkExtensionsTooLong')] }],
  HPE_HEADER_OVERFLOW: [
    431,
    { Headers: [errorText('api.togetherAtMostKilobytes', { limit: maxHeaderSize / 1024 })] },
  ],
}

/** Responds to bytes that are not an HTTP request, in the shape of the contract; Node would send a bare status. */
export function rejectUnparsed(error: Error & { code?: string }, connection: Duplex): void {
  // Write nothing if the socket is closed or a response has started.
  const hasStarted = (connection as { _httpMessage?: ServerResponse })._httpMessage?.headersSent
  if (!connection.writable || hasStarted) return void connection.destroy(error)
  const [status, errors] = PARSER_ERRORS[error.code ?? ''] ?? [400, { Request: [errorText('api.notHttp')] }]
  const { headers, body } = describeRefusal(errors)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  connection.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => connection.destroy())
}

/** Responds to an `Expect` other than `100-continue`, in the shape of the contract; Node would send an empty body. */
export function rejectExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { headers, body } = describeRefusal({ Expect: [errorText('api.expectationNotSupported')] })
  response.writeHead(417, headers).end(body)
}

function describeRefusal(errors: FieldErrors) {
  const requestId = newRequestId()
  const body = JSON.stringify(errorBody(validationError(errors), requestId))
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    ...securityHeaders(),
  }
  return { headers, body }
}
