import { env } from '#lib/core/env'
import { forbidden } from '#lib/core/errors'

/** A browser sends its cookie along with what other sites make it ask: only our own pages may change anything. */
export function requireSameOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  // Browsers leave Sec-Fetch-Site out on plain http beyond loopback; Origin comes with every unsafe request.
  const same = site === null ? isOwnOrigin(request) : site === 'same-origin'
  if (!same) throw forbidden('A request under the session cookie must come from the same origin.')
}

function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (!origin || !URL.canParse(origin)) return false
  const own = new URL(env().appUrl)
  const parsed = new URL(origin)
  return parsed.protocol === own.protocol && [own.host, request.headers.get('host')].includes(parsed.host)
}
