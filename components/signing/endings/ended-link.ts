import type { Signing } from '../shapes.ts'

/** What the holder of a link that has ended learns: whom to ask, and to whom they handed over. */
export interface EndedLink {
  sender: { name: string; email: string }
  tenant: Signing['tenant']
  /** Null for a link that the sender replaced. */
  delegatedTo: { name: string } | null
}

/** The error of `GET /signing/{token}` for a link that was replaced or handed over; null for all other errors. */
export function parseEndedLink(error: Record<string, unknown> | undefined): EndedLink | null {
  if (error?.reason !== 'link_replaced' && error?.reason !== 'link_delegated') return null
  const { sender, tenant, delegated_to: delegatedTo = null } = error as unknown as EndedLinkError
  return { sender, tenant, delegatedTo }
}

type EndedLinkError = Omit<EndedLink, 'delegatedTo'> & { delegated_to?: { name: string } }
