/** The URL of the login, which returns to the current page. */
export function loginPath(): string {
  return `/login?next=${encodeURIComponent(location.pathname + location.search)}`
}
