import type { IncomingHttpHeaders } from 'node:http'
import { AppError, notFound, validationError } from '#lib/core/errors'
import { atTheDoor } from './door.ts'

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
