import type { RequestMeta } from '#lib/core/ctx'
import { takesOver } from '../passwords/take-over.ts'
import { findEnforcedPage } from '../sso/enforced.ts'
import { findLinkOwner, type LinkKind } from './internal/link-owner.ts'

/** The data of the page behind a link. */
export interface LinkView {
  name: string
  email: string
  /** The email address to be confirmed. */
  pendingEmail?: string
  /** When the organisation was signed up with the address to be confirmed. */
  signedUpAt?: Date
  tenantName: string
  /** Where the user must sign in instead of choosing a password. */
  signInUrl: string | null
  /** Whether the new password ends all other access to the organisation. */
  takesOver: boolean
}

/**
 * The data of the page behind a link; null when it is invalid. Viewing does not invalidate the link, because
 * mail scanners open links, too.
 */
export async function viewLink(
  requestMeta: RequestMeta,
  kind: LinkKind,
  token: string,
): Promise<LinkView | null> {
  const owner = await findLinkOwner(kind, token, requestMeta.now)
  if (!owner) return null
  const { name, email, pendingEmail, createdAt } = owner.user
  const isSignUp = owner.isFirst && pendingEmail === email
  const pending = pendingEmail ? { pendingEmail, ...(isSignUp && { signedUpAt: createdAt }) } : {}
  const isTakenOver = takesOver(kind, owner)
  const signInUrl = kind === 'address' || isTakenOver ? null : await findEnforcedPage(owner.user)
  return {
    name,
    email: email ?? '',
    ...pending,
    tenantName: owner.tenantName,
    signInUrl,
    takesOver: isTakenOver,
  }
}
