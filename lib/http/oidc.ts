import type { OAuthConfig, TokenEndpointHandler, UserinfoEndpointHandler } from 'next-auth/providers/oauth'
import { custom, TokenSet } from 'openid-client'
import type { RequestMeta } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { AppError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import type { OidcProvider } from '#lib/identity/sso/find-provider'
import { discoveryUrl, guardedOptions } from '#lib/identity/sso/issuer'
import { signInUrl } from '#lib/identity/sso/links'
import { LinkNeedsPassword, SignInRefused } from '#lib/identity/sso/sign-in-refused'
import { signInWithProvider } from '#lib/identity/sso/sign-in-with-provider'
import { providerCookie } from './credentials/provider-cookie.ts'
import { challengeCookie, FACTOR_PAGE, linkCookie } from './credentials/provider-sign-in.ts'

type Claims = Record<string, unknown> & { sub: string }

/** The provider for next-auth: authorization code flow with PKCE, state and nonce. */
export function oauthConfig(provider: OidcProvider): OAuthConfig<Claims> {
  const { id, name, issuer, clientId, clientSecret } = provider
  return {
    id,
    name,
    type: 'oauth',
    wellKnown: discoveryUrl(issuer),
    clientId,
    clientSecret,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: 'openid email profile' } },
    token: { request: (context) => exchangeCode(context, issuer) },
    userinfo: { request: requestClaims },
    profile: ({ sub }) => ({ id: sub }),
  }
}

/** Exchanges the code and validates the ID token; requests go to checked addresses. */
const exchangeCode = async (
  { client, provider, params, checks }: Parameters<NonNullable<TokenEndpointHandler['request']>>[0],
  issuer: string,
) => {
  // next-auth trusts the discovery document's own name (OpenID Connect Discovery, 4.3).
  if (client.issuer.issuer !== issuer) throw new Error(`the provider is not ${issuer}`)
  client[custom.http_options] = guardedOptions
  client.issuer[custom.http_options] = guardedOptions
  const tokens = await client.callback(provider.callbackUrl, params, { ...checks, response_type: 'code' })
  return { tokens }
}

/**
 * The claims of the ID token, with those of the UserInfo endpoint where the provider has the email there. How the
 * person signed in is only in the ID token.
 */
const requestClaims: NonNullable<UserinfoEndpointHandler['request']> = async ({
  client,
  tokens: parameters,
}) => {
  const tokens = new TokenSet(parameters)
  const claims = tokens.claims()
  if (claims.email !== undefined || !client.issuer.userinfo_endpoint) return claims
  const { amr: _, acr: __, ...person } = await client.userinfo(tokens)
  return { ...person, ...claims }
}

/** How next-auth goes on after a sign-in through a provider. */
interface ProviderSignIn {
  /** True: with a session. Else the page that the browser goes to. */
  next: true | string
  cookies: string[]
}

/** Signs in the person of validated claims: next-auth puts the session id of `user` into its cookie. */
export async function signInByClaims(
  requestMeta: RequestMeta,
  provider: OidcProvider,
  claims: object,
  user: object,
): Promise<ProviderSignIn> {
  const cookies = provider.tenant ? [providerCookie(provider.id)] : []
  try {
    const login = await signInWithProvider(requestMeta, provider, { ...claims })
    Object.assign(user, { id: String(login.user.id), sid: login.token })
    return { next: true, cookies }
  } catch (error) {
    if (error instanceof AppError && error.code === 'second_factor_required') {
      const challenge = challengeCookie(String(error.details.challenge))
      return { next: env().appUrl + FACTOR_PAGE, cookies: [...cookies, challenge] }
    }
    if (!(error instanceof SignInRefused)) {
      log().error({ err: error }, 'sign-in through a provider failed')
      throw error
    }
    log().info({ reason: error.reason, issuer: provider.issuer }, 'sign-in through a provider refused')
    if (error instanceof LinkNeedsPassword)
      return {
        // The page with the form of the password.
        next: `${env().appUrl}/login?error=${error.reason}`,
        cookies: [...cookies, linkCookie(error.link, requestMeta.now)],
      }
    return { next: getLoginPage(provider, error.reason), cookies: [] }
  }
}

/** Sends a failed sign-in to the login page of the provider; next-auth's error page knows only one. */
export function toLoginPage(response: Response, provider: OidcProvider): Response {
  const location = response.headers.get('location')
  if (location?.startsWith(`${env().appUrl}/api/auth/`))
    response.headers.set('location', getLoginPage(provider, 'failed'))
  return response
}

function getLoginPage({ id, tenant }: OidcProvider, error: string): string {
  return `${tenant ? signInUrl(id) : `${env().appUrl}/login`}?error=${error}`
}
