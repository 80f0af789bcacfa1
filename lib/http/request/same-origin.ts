import { env } from '#lib/core/env'
import { forbidden } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'

/**
 * Protects against CSRF: browsers send the cookie with requests of other sites, so only requests from the same
 * origin may change anything.
 */
export function requireSameOrigin(request: Request): void {
  const fetchSite = request.headers.get('sec-fetch-site')
  // Browsers omit Sec-Fetch-Site on plain http beyond loopback; they send Origin with every unsafe request.
  const isSameOrigin = fetchSite === null ? isOwnOrigin(request) : fetchSite === 'same-origin'
  if (!isSameOrigin) throw forbidden(errorText('api.sameOriginRequired'))
}

function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (!origin || !URL.canParse(origin)) return false
  const appUrl = new URL(env().appUrl)
  const parsed = new URL(origin)
  return (
    parsed.protocol === appUrl.protocol && [appUrl.host, request.headers.get('host')].includes(parsed.host)
  )
}
