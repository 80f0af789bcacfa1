import type { RequestMeta } from '#lib/core/ctx'
import { type LinkKind, linkOwner } from './internal/link-owner.ts'

/** The data of the page behind a link. */
export interface LinkView {
  name: string
  email: string
  /** The address to be confirmed. */
  pendingEmail?: string
  tenantName: string
}

/**
 * The data of the page behind a link; null when it is invalid. Viewing does not use the link up: mail scanners open
 * links, too.
 */
export async function viewLink(
  requestMeta: RequestMeta,
  kind: LinkKind,
  token: string,
): Promise<LinkView | null> {
  const holder = await linkOwner(kind, token, requestMeta.now)
  if (!holder) return null
  const { name, email, pendingEmail } = holder.user
  const waiting = pendingEmail ? { pendingEmail } : {}
  return { name, email: email ?? '', ...waiting, tenantName: holder.tenantName }
}
