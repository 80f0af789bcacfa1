import { type IncomingHttpHeaders, maxHeaderSize, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError, type FieldErrors, notFound, validationError } from '#lib/core/errors'
import { newRequestId } from '#lib/core/ids'
import { atTheDoor } from './door.ts'
import { problem } from './problem.ts'

interface Asked {
  method?: string
  url?: string
  headers: IncomingHttpHeaders
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Refuses what the framework would answer in words of its own, or with a 500, before any route sees it: a method that no
 * path takes, and an address that cannot be read. Null for everything else.
 */
export function refusedAtTheEntrance(asked: Asked): Promise<Response> | null {
  const refusal = refusalOf(asked)
  if (!refusal) return null
  const given = Object.entries(asked.headers).map(([name, value]): [string, string] => [name, String(value)])
  return atTheDoor({ headers: new Headers(given) }, false, async () => {
    throw refusal
  })
}

function refusalOf({ method = '', url = '', headers }: Asked): AppError | null {
  if (!METHODS.includes(method)) {
    const allow = METHODS.join(', ')
    return new AppError('method_not_allowed', `No path takes ${method}.`, { allow })
  }
  if (!URL.canParse(`http://${headers.host ?? 'localhost'}`)) {
    return validationError({ Host: ['Names no host.'] })
  }
  return isReadable(url) ? null : notFound()
}

function isReadable(url: string): boolean {
  try {
    return !decodeURIComponent(url.split('?', 1)[0]!).includes('\0')
  } catch {
    return false
  }
}

const UNREAD: Record<string, FieldErrors> = {
  HPE_HEADER_OVERFLOW: { Headers: [`Together at most ${maxHeaderSize / 1024} KB.`] },
  ERR_HTTP_REQUEST_TIMEOUT: { Request: ['Came too slowly.'] },
}

/** Answers what Node could make no request of, in the one shape: its own answer is a bare status. */
export async function refuseUnread(error: Error & { code?: string }, connection: Duplex): Promise<void> {
  // What has gone is told nothing, and neither is who is in the middle of an answer.
  const answering = (connection as { _httpMessage?: ServerResponse })._httpMessage?.headersSent
  if (!connection.writable || answering) return void connection.destroy(error)
  const faults = UNREAD[error.code ?? ''] ?? { Request: ['Is no HTTP.'] }
  const refusal = problem(validationError(faults), newRequestId())
  const body = await refusal.text()
  const headers = [
    ...refusal.headers,
    ['content-length', String(Buffer.byteLength(body))],
    ['connection', 'close'],
  ]
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  connection.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${head}\r\n${body}`, () =>
    connection.destroy(),
  )
}
