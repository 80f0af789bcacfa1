const reasons = [
  'email_not_verified',
  'domain_not_allowed',
  'unknown_user',
  'other_account',
  'sso_required',
] as const
export type SignInRefusal = (typeof reasons)[number]

/** The person has signed in at the provider, but may not sign in here with that account. */
export class SignInRefused extends Error {
  readonly reason: SignInRefusal

  constructor(reason: SignInRefusal) {
    super(`Sign-in refused: ${reason}`)
    this.reason = reason
  }
}

/** The refusal that the URL of the sign-in page names; unknown reasons are general failures. */
export function refusalOf(error: string): SignInRefusal | 'failed' {
  return reasons.find((reason) => reason === error) ?? 'failed'
}
