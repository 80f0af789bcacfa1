import type { Login } from '../client.ts'

/** Signs in as the browser does. @returns the session cookie */
export async function signIn(url: string, { email, password }: Login): Promise<string> {
  const csrfResponse = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = (await csrfResponse.json()) as { csrfToken: string }
  const response = await fetch(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: readCookies(csrfResponse), 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
  })
  return readCookies(response)
}

function readCookies(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
