import type { ServerResponse } from 'node:http'
import { isSecure } from '../request/cookies.ts'

const HSTS_SECONDS = 365 * 86_400

/** What every answer carries, pages and files included: no guessed types, and https only where `APP_URL` is https. */
export function securityHeaders(): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(isSecure() ? { 'Strict-Transport-Security': `max-age=${HSTS_SECONDS}` } : {}),
  }
}

/** Sets them on an answer of Node's that has not begun. */
export function setSecurityHeaders(outgoing: ServerResponse): void {
  for (const [name, value] of Object.entries(securityHeaders())) outgoing.setHeader(name, value)
}
