import { now } from '#lib/core/clock'
import type { RequestMeta } from '#lib/core/ctx'
import { dashboardLocales, findLocale, findNearestDashboardLocale, languageCookie } from '#lib/core/locales'
import { clientAddress, isLocal } from './address.ts'
import { parseCookies } from './cookies.ts'

/** The metadata of a request, before authentication. */
export function requestMeta(
  request: { headers: Headers; signal?: AbortSignal },
  requestId: string,
): RequestMeta {
  const { headers } = request
  const chosenLanguage = parseCookies(headers.get('cookie'))[languageCookie]
  return {
    now: now(),
    requestId,
    signal: request.signal,
    address: clientAddress(request),
    local: isLocal(request),
    userAgent: headers.get('user-agent')?.slice(0, 500).toWellFormed() ?? null,
    locale:
      findLocale(dashboardLocales, chosenLanguage) ??
      findNearestDashboardLocale(headers.get('accept-language')),
  }
}
