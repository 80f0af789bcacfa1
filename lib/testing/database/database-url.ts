/** The URL of another database on the same server, with the same user. */
export function withDatabase(url: string, database: string): string {
  const otherUrl = new URL(url)
  otherUrl.pathname = `/${database}`
  return otherUrl.href
}
