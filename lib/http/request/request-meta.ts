import { now } from '#lib/core/clock'
import type { RequestMeta } from '#lib/core/ctx'
import { nearestLocale } from '#lib/core/locales'
import { clientAddress, isLocal } from './address.ts'

/** The metadata of a request, before authentication. */
export function requestMeta(request: { headers: Headers }, requestId: string): RequestMeta {
  return {
    now: now(),
    requestId,
    address: clientAddress(request),
    local: isLocal(request),
    userAgent: request.headers.get('user-agent')?.slice(0, 500).toWellFormed() ?? null,
    locale: nearestLocale(request.headers.get('accept-language')),
  }
}
