/** The URL at which each list was last shown, by its path, while the dashboard is open. */
const lastUrls = new Map<string, string>()

export function rememberList(path: string, url: string): void {
  lastUrls.set(path, url)
}

/** The list at `href` with the page and filters that were last shown. */
export function getLastUrl(href: string): string {
  return lastUrls.get(href) ?? href
}
