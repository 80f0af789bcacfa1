import type { RequestMeta } from '#lib/core/ctx'
import { type LinkKind, linkOwner } from './internal/link-owner.ts'

/** What the page behind a link may show. */
export interface LinkView {
  name: string
  email: string
  /** The address that waits to be confirmed. */
  pendingEmail?: string
  tenantName: string
}

/** Whom a link is for, for the page behind it; null when it is dead. Looking uses nothing up: mail scanners look too. */
export async function viewLink(visit: RequestMeta, kind: LinkKind, token: string): Promise<LinkView | null> {
  const holder = await linkOwner(kind, token, visit.now)
  if (!holder) return null
  const { name, email, pendingEmail } = holder.user
  const waiting = pendingEmail ? { pendingEmail } : {}
  return { name, email: email ?? '', ...waiting, tenantName: holder.tenantName }
}
