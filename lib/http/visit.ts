import { now } from '#lib/core/clock'
import type { Visit } from '#lib/core/ctx'
import { clientAddress } from './address.ts'

/** The languages the product speaks to people in. */
export const locales = ['en', 'fr', 'de', 'es'] as const

/** The first language of `Accept-Language` that we speak. */
export function preferredLocale(header: string | null): string {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find((tag) => (locales as readonly string[]).includes(tag))
  return wanted ?? 'en'
}

/** What a request says of itself, before anybody is known. */
export function visitOf(request: { headers: Headers }, requestId: string): Visit {
  return {
    now: now(),
    requestId,
    address: clientAddress(request),
    userAgent: request.headers.get('user-agent')?.slice(0, 500).toWellFormed() ?? null,
    locale: preferredLocale(request.headers.get('accept-language')),
  }
}
