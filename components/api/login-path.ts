/** The page to sign in, which returns to this one. */
export function loginPath(): string {
  return `/login?next=${encodeURIComponent(location.pathname + location.search)}`
}
