import { AppError, notFound, validationError } from '#lib/core/errors'
import { newRequestId } from '#lib/core/ids'
import { problem } from './problem.ts'

interface Asked {
  method?: string
  url?: string
  headers: { host?: string }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Refuses what the framework would answer in words of its own, or with a 500, before any route sees it: a method that no
 * path takes, and an address that cannot be read. Null for everything else.
 */
export function refusedAtTheEntrance({ method = '', url = '', headers }: Asked) {
  if (!METHODS.includes(method)) {
    const allow = METHODS.join(', ')
    return problem(new AppError('method_not_allowed', `No path takes ${method}.`, { allow }), newRequestId())
  }
  if (!URL.canParse(`http://${headers.host ?? 'localhost'}`)) {
    return problem(validationError({ Host: ['Names no host.'] }), newRequestId())
  }
  return isReadable(url) ? null : problem(notFound(), newRequestId())
}

function isReadable(url: string): boolean {
  try {
    return !decodeURIComponent(url.split('?', 1)[0]!).includes('\0')
  } catch {
    return false
  }
}
