import { GET as user } from '#app/api/v1/user/route'
import { env } from '#lib/core/env'
import { signInAtProvider } from '../servers/oidc-provider.ts'
import { askNextAuth } from '../service/ask.ts'
import { call } from '../service/call.ts'

export const SESSION_COOKIE = 'next-auth.session-token'

/** The URL of the OpenID provider to which the login page sends the browser, and its cookies. */
export async function startProviderSignIn(id: string, cookies: Record<string, string> = {}) {
  const csrf = await askNextAuth('csrf', { cookies })
  const form = { csrfToken: String(csrf.body.csrfToken), callbackUrl: '/documents', json: 'true' }
  const { status, body, jar } = await askNextAuth(`signin/${id}`, { cookies: csrf.jar, form })
  return { status, url: new URL(String(body.url)), jar }
}

/** The browser returns from the provider. */
export async function finishProviderSignIn(back: URL, cookies: Record<string, string>) {
  const action = `${back.pathname.replace('/api/auth/', '')}${back.search}`
  const response = await askNextAuth(action, { cookies, headers: { 'sec-fetch-site': 'cross-site' } })
  return { ...response, location: response.headers.get('location')?.replace(env().appUrl, '') }
}

/** Signs in with an account at the provider. */
export async function signInThrough(id: string, account: string) {
  const { url, jar } = await startProviderSignIn(id)
  return finishProviderSignIn(await signInAtProvider(url.href, account), jar)
}

/** The user whose session the cookies open; null without one. */
export async function findSessionUser(jar: Record<string, string>) {
  const cookie = `${SESSION_COOKIE}=${jar[SESSION_COOKIE]}`
  const { status, body } = await call(user, { headers: { cookie } })
  return status === 200 ? body.data : null
}
