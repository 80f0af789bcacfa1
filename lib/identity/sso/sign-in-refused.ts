import type { userIdentities } from '#db/schema/identity-sign-in'

const reasons = [
  'email_not_verified',
  'incomplete_identity',
  'domain_not_allowed',
  'unknown_user',
  'tenant_suspended',
  'other_account',
  'address_not_confirmed',
  'sso_required',
  'link_needs_password',
  'operator_needs_factor',
  'not_asked_again',
  'session_ended',
  'provider_changed',
  'response_too_large',
] as const
type SignInRefusal = (typeof reasons)[number]

/** The person has signed in at the provider, but may not sign in here with that account. */
export class SignInRefused extends Error {
  readonly reason: SignInRefusal

  constructor(reason: SignInRefusal) {
    super(`Sign-in refused: ${reason}`)
    this.reason = reason
  }
}

/** An account at an identity provider. */
export interface ProviderAccount {
  source: (typeof userIdentities.$inferSelect)['source']
  issuer: string
  subject: string
}

/** An account to be linked to an administrator, who must sign in with the password first. */
export interface PendingLink {
  tenantId: number
  userId: number
  /** The address that the provider gave. */
  email: string
  account: ProviderAccount
}

export class LinkNeedsPassword extends SignInRefused {
  readonly link: PendingLink

  constructor(link: PendingLink) {
    super('link_needs_password')
    this.link = link
  }
}

/** The refusal that the URL of the sign-in page names; unknown reasons are general failures. */
export function parseRefusal(error: string): SignInRefusal | 'failed' {
  return reasons.find((reason) => reason === error) ?? 'failed'
}
