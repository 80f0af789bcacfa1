import type { RequestMeta } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { AppError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import type { SsoProvider } from '#lib/identity/sso/find-provider'
import { signInUrl } from '#lib/identity/sso/links'
import { LinkNeedsPassword, SignInRefused } from '#lib/identity/sso/sign-in-refused'
import { signInWithProvider } from '#lib/identity/sso/sign-in-with-provider'
import { endHanded, readHandedSince } from './in-person-cookie.ts'
import { providerCookie } from './provider-cookie.ts'
import { challengeCookie, FACTOR_PAGE, linkCookie } from './provider-sign-in.ts'

/** How the sign-in goes on after the provider. */
interface ProviderSignIn {
  /** True: with a session. Else the page that the browser goes to. */
  next: true | string
  cookies: string[]
}

/** Signs in the person of validated claims: the session id of `user` goes into the cookie of next-auth. */
export async function signInByClaims(
  requestMeta: RequestMeta,
  request: { headers: Headers },
  provider: SsoProvider,
  claims: object,
  user: object,
): Promise<ProviderSignIn> {
  const cookies = provider.tenant ? [providerCookie(provider.id)] : []
  try {
    const handedSince = readHandedSince(request, requestMeta.now)
    const login = await signInWithProvider(requestMeta, provider, { ...claims }, handedSince ?? undefined)
    Object.assign(user, { id: String(login.user.id), sid: login.token })
    return { next: true, cookies: [...cookies, ...endHanded(request, login.user.id, requestMeta.now)] }
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
    if (error.reason === 'operator_needs_factor')
      return { next: `${env().appUrl}/login?error=${error.reason}`, cookies }
    return { next: getLoginPage(provider, error.reason), cookies: [] }
  }
}

/** Sends a failed sign-in to the login page of the provider; next-auth's error page knows only one. */
export function toLoginPage(response: Response, provider: SsoProvider): Response {
  const location = response.headers.get('location')
  if (location?.startsWith(`${env().appUrl}/api/auth/`))
    response.headers.set('location', getLoginPage(provider, 'failed'))
  return response
}

/** The login page of the provider, which shows the error. */
export function getLoginPage({ id, tenant }: SsoProvider, error: string): string {
  return `${tenant ? signInUrl(id) : `${env().appUrl}/login`}?error=${error}`
}
