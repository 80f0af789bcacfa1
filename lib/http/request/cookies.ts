import { env } from '#lib/core/env'

/** Whether browsers use https: then cookies are `Secure`. */
export function isSecure(): boolean {
  return env().appUrl.startsWith('https:')
}

/** A `Set-Cookie` header of an HttpOnly cookie. */
export function formatCookie(name: string, value: string, path: string, seconds: number): string {
  const attributes = [`Path=${path}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax']
  if (isSecure()) attributes.push('Secure')
  return [`${name}=${value}`, ...attributes].join('; ')
}

/** The cookies of a `Cookie` header, decoded; the first of a name counts. */
export function parseCookies(header: string | null): Record<string, string> {
  const cookies: Record<string, string> = {}
  for (const [name, value] of listCookies(header)) if (!Object.hasOwn(cookies, name)) cookies[name] = value
  return cookies
}

/** The names and values of a `Cookie` header, decoded: of a name that the browser has for several paths, all. */
export function listCookies(header: string | null): [name: string, value: string][] {
  const cookies: [string, string][] = []
  for (const pair of (header ?? '').split(';')) {
    const offset = pair.indexOf('=')
    if (offset > 0) cookies.push([pair.slice(0, offset).trim(), decodeValue(pair.slice(offset + 1).trim())])
  }
  return cookies
}

function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
