import { env } from '#lib/core/env'

type Params = Record<string, string | string[]>

/** An exported method of a `route.ts`. */
export type Handler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>

interface CallOptions {
  /** By default GET without a body, POST with one. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** Path and query; handlers read only the query and make links from it. */
  path?: string
  params?: Record<string, string | number | string[]>
  /** FormData, text and bytes are sent unchanged, everything else as JSON. */
  body?: unknown
  /** The bearer credential: a member, a key, or a token. */
  as?: { token: string } | string
  headers?: Record<string, string>
  /** The peer address, as the web server would set it. */
  address?: string
}

export interface CallResult<B> {
  status: number
  headers: Headers
  /** The JSON body; null without one and for a file. */
  body: B
  bytes: Uint8Array
}

/** The usual response body; tests name a narrower type where they read members. */
type ResponseBody = {
  data: Record<string, unknown>
  error: { code: string; message: string; errors: Record<string, string[]> } & Record<string, unknown>
}

/** Sends one request through a route's handler, as the web server would. */
export async function call<B = ResponseBody>(
  handler: Handler,
  options: CallOptions = {},
): Promise<CallResult<B>> {
  const { path = '/api/v1/test', params = {}, as, address = '198.51.100.7' } = options
  const headers = new Headers({
    'x-paraph-peer': address,
    host: new URL(env().appUrl).host,
    ...options.headers,
  })
  if (as) headers.set('authorization', `Bearer ${typeof as === 'string' ? as : as.token}`)
  const method = options.method ?? (options.body === undefined ? 'GET' : 'POST')
  const request = new Request(env().appUrl + path, {
    method,
    headers,
    body: encodeBody(options.body, headers),
  })
  const pathParams = Object.entries(params).map(([name, value]) => [
    name,
    Array.isArray(value) ? value : String(value),
  ])
  const response = await handler(request, { params: Promise.resolve(Object.fromEntries(pathParams)) })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.includes('json') && bytes.length > 0
  const body = (isJson ? JSON.parse(new TextDecoder().decode(bytes)) : null) as B
  return { status: response.status, headers: response.headers, body, bytes }
}

function encodeBody(body: unknown, headers: Headers): BodyInit | null {
  if (body === undefined) return null
  if (body instanceof FormData || body instanceof Uint8Array || typeof body === 'string')
    return body as BodyInit
  headers.set('content-type', 'application/json')
  return JSON.stringify(body)
}

let newIps = 0

/** Like `call`, but each time from a new IP address, so that limits per address do not apply. */
export const callFromNewIp: typeof call = (handler, options) => {
  newIps += 1
  return call(handler, {
    ...options,
    address: `10.${newIps >> 16}.${(newIps >> 8) & 255}.${newIps & 255}`,
  })
}

/** Makes a `call` that stores cookies, and sends each by its path, as one browser does. */
export function browser(): typeof call {
  const jar = new Map<string, { cookie: string; path: string }>()
  return async (handler, options = {}) => {
    const { pathname } = new URL(options.path ?? '/api/v1/test', env().appUrl)
    // Of one name, that of the longest path first (RFC 6265, 5.4).
    const cookie = [...jar.values()]
      .filter(({ path }) => isWithin(pathname, path))
      .toSorted((a, b) => b.path.length - a.path.length)
      .map((stored) => stored.cookie)
      .join('; ')
    const response = await callFromNewIp<never>(handler, {
      ...options,
      headers: { ...options.headers, ...(cookie && { cookie }) },
    })
    for (const setCookie of response.headers.getSetCookie()) {
      const [cookie = '', ...attributes] = setCookie.split('; ')
      const path = attributes.find((attribute) => attribute.startsWith('Path='))?.slice('Path='.length) ?? '/'
      const key = `${cookie.split('=')[0]} ${path}`
      if (attributes.includes('Max-Age=0')) jar.delete(key)
      else jar.set(key, { cookie, path })
    }
    return response
  }
}

/** Whether a browser sends a cookie with this path to this address (RFC 6265, 5.1.4). */
function isWithin(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
}
