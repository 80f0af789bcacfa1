import type { Signing } from '../shapes.ts'

/** What the holder of a link that has ended learns: whom to ask, and to whom they handed over. */
export interface EndedLink {
  sender: { name: string; email: string }
  tenant: Signing['tenant']
  /** Null for a link that the sender replaced. */
  delegatedTo: { name: string } | null
  /** Whether signers get emails. */
  isEmailed: boolean
}

/** The error of `GET /signing/{token}` for a link that was replaced or handed over; null for all other errors. */
export function parseEndedLink(error: Record<string, unknown> | undefined): EndedLink | null {
  if (error?.reason !== 'link_replaced' && error?.reason !== 'link_delegated') return null
  const { sender, tenant, ...rest } = error as unknown as EndedLinkError
  return { sender, tenant, delegatedTo: rest.delegated_to ?? null, isEmailed: rest.enable_notifications }
}

interface EndedLinkError extends Pick<EndedLink, 'sender' | 'tenant'> {
  delegated_to?: { name: string }
  enable_notifications: boolean
}
