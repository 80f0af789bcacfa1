/**
 * The host option postgres.js needs for a URL whose host is a percent-encoded socket folder; `pg` reads such a URL
 * itself. Empty for every other URL.
 */
export function socketOf(url: string): { host?: string } {
  const host = decodeURIComponent(new URL(url).hostname)
  return host.startsWith('/') ? { host } : {}
}

/** `postgres://user:password@<socket folder, percent-encoded>/database`. */
export function socketUrl(folder: string, user: string, password: string, database: string): string {
  return `postgres://${user}:${password}@${encodeURIComponent(folder)}/${database}`
}

/** The same server and database as another user. */
export function withUser(url: string, user: string, password?: string): string {
  const copy = new URL(url)
  copy.username = encodeURIComponent(user)
  copy.password = password === undefined ? '' : encodeURIComponent(password)
  return copy.href
}
