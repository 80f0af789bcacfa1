import { z } from 'zod'
import { Email, PersonName } from '#lib/identity/person-schema'
import { domainOf } from '#lib/mail/sender'
import type { SsoProvider } from '../find-provider.ts'
import { SignInRefused } from '../sign-in-refused.ts'

/** A person as identified by a provider. */
export interface Identity {
  subject: string
  email: string
  name: string
  /** The provider has asked for a second factor, and the tenant relies on that. */
  hasSecondFactor: boolean
  /** When the provider wants the session to end; null: it does not say. */
  sessionEndsAt: Date | null
}

/**
 * Values of `acr`, or the class of the authentication context of SAML, for several factors: OpenID Connect EAP ACR Values
 * 1.0, the REFEDS MFA profile, SAML 2.0 Authentication Context 3.4.9, and what Entra ID sends.
 */
const FACTOR_CLASSES = [
  'phr',
  'phrh',
  'https://refeds.org/profile/mfa',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
  'http://schemas.microsoft.com/claims/multipleauthn',
]

const subjects = {
  // OpenID Connect Core, 2: at most 255 ASCII characters.
  oidc: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  // SAML 2.0 Core, 2.2.2: any text; at most 256 characters for a persistent one (8.3.7). The index takes no more than 512.
  saml: z
    .string()
    .regex(/^\P{Cc}+$/u)
    .max(512),
}
const Person = z.object({
  email: Email,
  // Apple and Amazon Cognito also send it as text.
  email_verified: z.literal([true, 'true']),
})

/** The claims of OpenID Connect Core, 2, on how the person signed in at the provider. */
const Authentication = z.object({
  amr: z.array(z.string()).optional().catch(undefined),
  acr: z.string().optional().catch(undefined),
})
/** SAML only, in seconds. */
const SessionEnd = z.object({ session_ends_at: z.number() })

/** The identity in validated claims. @throws SignInRefused without a verified email of an allowed domain */
export function parseIdentity(provider: SsoProvider, claims: Record<string, unknown>): Identity {
  const subject = subjects[provider.protocol].safeParse(claims.sub)
  const person = Person.safeParse(claims)
  if (!subject.success || !person.success)
    throw new SignInRefused(provider.protocol === 'saml' ? 'incomplete_identity' : 'email_not_verified')
  const { email } = person.data
  if (provider.tenant && !provider.tenant.domains.includes(domainOf(email)))
    throw new SignInRefused('domain_not_allowed')
  const session = provider.protocol === 'saml' ? SessionEnd.safeParse(claims).data : undefined
  const name = PersonName.safeParse(claims.name || joinParts(claims))
  return {
    subject: subject.data,
    email,
    name: name.success ? name.data : email.slice(0, email.lastIndexOf('@')),
    hasSecondFactor: provider.tenant?.trustsSecondFactor === true && provesSecondFactor(claims),
    sessionEndsAt: session ? new Date(session.session_ends_at * 1000) : null,
  }
}

function joinParts({ given_name, family_name }: Record<string, unknown>): string {
  return [given_name, family_name].filter((part) => part && typeof part === 'string').join(' ')
}

function provesSecondFactor(claims: Record<string, unknown>): boolean {
  const { amr, acr } = Authentication.parse(claims)
  return amr?.includes('mfa') === true || (acr !== undefined && FACTOR_CLASSES.includes(acr))
}
