import { parseDatabaseUrl } from '#lib/core/network/database-url'

/** The URL of a server on a socket: `postgres://user:password@<socket folder, percent-encoded>/database`. */
export function socketUrl(folder: string, user: string, password: string, database: string): string {
  return `postgres://${user}:${password}@${encodeURIComponent(folder)}/${database}`
}

/** The URL of the same server and database for another user. */
export function withUser(url: string, user: string, password?: string): string {
  const otherUrl = new URL(url)
  if (!otherUrl.host) {
    // A URL without a host cannot have a user. The parameter counts, not `localhost`.
    otherUrl.searchParams.set('host', parseDatabaseUrl(url).host)
    otherUrl.host = 'localhost'
  }
  otherUrl.username = encodeURIComponent(user)
  otherUrl.password = password === undefined ? '' : encodeURIComponent(password)
  return otherUrl.href
}
