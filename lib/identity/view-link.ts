import type { Visit } from '#lib/core/ctx'
import { holderOf, type LinkKind } from './internal/holder.ts'

/** What the page behind a link may show. */
export interface LinkView {
  name: string
  email: string
  tenantName: string
}

/** Whom a link is for, for the page behind it; null when it is dead. Looking uses nothing up: mail scanners look too. */
export async function viewLink(visit: Visit, kind: LinkKind, token: string): Promise<LinkView | null> {
  const holder = await holderOf(kind, token, visit.now)
  if (!holder) return null
  const { name, email } = holder.user
  return { name, email: email ?? '', tenantName: holder.tenantName }
}
