let credential: string | null = null

/** Gives all requests of this page a session that has no cookie, as in a frame on another site. */
export function setFrameCredential(token: string): void {
  credential = token
}

/** The headers of a request that have the session of a frame; none in a page of its own. */
export function frameHeaders(): Record<string, string> {
  return credential ? { Authorization: `Bearer ${credential}` } : {}
}
