import type { OAuthConfig, TokenEndpointHandler, UserinfoEndpointHandler } from 'next-auth/providers/oauth'
import { custom, TokenSet } from 'openid-client'
import { log } from '#lib/core/log'
import type { OidcProvider } from '#lib/identity/sso/find-provider'
import { discoveryUrl, guardedOptions } from '#lib/identity/sso/issuer'

type Claims = Record<string, unknown> & { sub: string }

/**
 * The provider for next-auth: authorization code flow with PKCE, state and nonce.
 * @param asksAgain the provider is to ask the person though they have a session there (OpenID Connect Core, 3.1.2.1)
 */
export function oauthConfig(provider: OidcProvider, asksAgain: boolean): OAuthConfig<Claims> {
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
    authorization: {
      // `max_age` makes the provider say in `auth_time` when it asked.
      params: { scope: 'openid email profile', ...(asksAgain && { prompt: 'login', max_age: 0 }) },
    },
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
 * The claims of the ID token, and those of the UserInfo endpoint where some that identify the person are only there
 * (OpenID Connect Core, 5.4). How the person signed in is only in the ID token.
 */
const requestClaims: NonNullable<UserinfoEndpointHandler['request']> = async ({
  client,
  tokens: parameters,
}) => {
  const tokens = new TokenSet(parameters)
  const claims = tokens.claims()
  const hasEmail = claims.email !== undefined && claims.email_verified !== undefined
  if ((hasEmail && claims.name !== undefined) || !client.issuer.userinfo_endpoint) return claims
  const {
    amr: _,
    acr: __,
    auth_time: ___,
    email_verified,
    ...person
  } = await client.userinfo<Record<string, unknown>>(tokens).catch((error: unknown) => {
    // Without the name the person can still sign in.
    if (!hasEmail) throw error
    log().info({ err: error, issuer: client.issuer.issuer }, 'the UserInfo endpoint of a provider failed')
    return claims
  })
  // It is about the address beside it.
  const isOfEmail = claims.email === undefined || claims.email === person.email
  return { ...person, ...(isOfEmail && { email_verified }), ...claims }
}
