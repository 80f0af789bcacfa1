// Before next-auth: it sets up what Next reads while it is imported.
import { inNextRequest } from '#lib/testing/service/next-request'
import { GET as get, POST as post } from '../../../app/api/auth/[...nextauth]/route.tsx'
import { call, type Handler } from './call.ts'

/** The header of a request that a page of the service sends. */
export const sameOrigin = { 'sec-fetch-site': 'same-origin' }

interface NextAuthOptions {
  cookies?: Record<string, string>
  form?: Record<string, string>
  headers?: Record<string, string>
  /** The IP address of the browser. */
  address?: string
  /** With cookies of its own; by default it has `cookies` only. */
  browser?: typeof call
}

/** A browser's request to next-auth; `jar` has its cookies afterwards. */
export async function askNextAuth(
  action: string,
  { cookies = {}, form, headers = sameOrigin, address, browser = call }: NextAuthOptions = {},
) {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const handler = inNextRequest((form ? post : get) as unknown as Handler)
  const response = await browser<Record<string, unknown>>(handler, {
    path: `/api/auth/${action}`,
    params: { nextauth: action.replace(/\?.*/s, '').split('/') },
    headers: { ...headers, ...(form ? type : {}), ...(cookie ? { cookie } : {}) },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    ...(address ? { address } : {}),
  })
  const jar = { ...cookies }
  for (const setCookie of response.headers.getSetCookie()) {
    const [name = '', value = ''] = setCookie.split(';')[0]!.split('=')
    if (value === '') delete jar[name]
    else jar[name] = value
  }
  return { ...response, jar, setCookies: response.headers.getSetCookie() }
}
