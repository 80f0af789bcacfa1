/** Whom the holder of a replaced link can ask. */
export interface ReplacedLink {
  sender: { name: string; email: string }
  tenant: { name: string }
}

/** The error of `GET /signing/{token}` for a link that was replaced; null for all other errors. */
export function parseReplacedLink(error: Record<string, unknown> | undefined): ReplacedLink | null {
  return error?.reason === 'link_replaced' ? (error as unknown as ReplacedLink) : null
}
