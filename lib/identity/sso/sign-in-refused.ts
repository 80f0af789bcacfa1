const messages = {
  email_not_verified: 'The provider has not verified your email address.',
  domain_not_allowed: 'Email addresses of this domain may not sign in here.',
  unknown_user: 'There is no account for your email address. Ask your administrator for one.',
  other_account: 'Your user is linked to another account at the provider. Ask your administrator.',
  sso_required: 'Your organisation requires that you sign in through its own identity provider.',
} as const
export type SignInRefusal = keyof typeof messages

/** The person has signed in at the provider, but may not sign in here with that account. */
export class SignInRefused extends Error {
  readonly reason: SignInRefusal

  constructor(reason: SignInRefusal) {
    super(messages[reason])
    this.reason = reason
  }
}

/** The message for the sign-in page; unknown reasons are general failures. */
export function refusalMessage(reason: string): string {
  return Object.hasOwn(messages, reason)
    ? messages[reason as SignInRefusal]
    : 'Signing in through the provider failed. Try again.'
}
