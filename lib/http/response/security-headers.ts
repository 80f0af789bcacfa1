import type { ServerResponse } from 'node:http'
import { DAY_SECONDS } from '#lib/core/clock'
import { isSecure } from '../request/cookies.ts'

const HSTS_SECONDS = 365 * DAY_SECONDS

/**
 * The headers of every response, pages and files included: no MIME sniffing, no access for pages of other sites to ours
 * as an opened window (COOP) or as a resource (CORP), no resources of other sites in ours (COEP), without which a page
 * that isolates itself shows none of our frames, and HSTS (HTTP Strict Transport Security) where `APP_URL` is https.
 */
export function securityHeaders(): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(isSecure() ? { 'Strict-Transport-Security': `max-age=${HSTS_SECONDS}` } : {}),
  }
}

/** Sets the security headers on a Node response that has not started. */
export function setSecurityHeaders(outgoing: ServerResponse): void {
  for (const [name, value] of Object.entries(securityHeaders())) outgoing.setHeader(name, value)
}
