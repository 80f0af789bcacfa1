import { env } from '#lib/core/env'
import { isFrameSession } from '#lib/signing/frame/frame-session'

/**
 * What browsers open without a page of ours around it: in a frame, on a phone by a QR code, between two signers in person,
 * or a file in a tab.
 */
const OPENED: [path: RegExp, place: 'frame' | 'phone' | null][] = [
  [/^\/embed\/[\w-]+$/, 'frame'],
  [/^\/sign\/phone\/[\w-]+$/, 'phone'],
  [/^\/sign\/in-person\/[\w-]+$/, null],
  [/^\/api\/v1\/signing\/[\w.-]+\/(documents\/\d+\/file|download)(\?[\w=&]*)?$/, null],
]

/** Leads a browser from the error of `path` to a page that says it in words, and opens `path` again. */
export function redirectToAgain(error: Response, path: string): Response {
  const query = new URLSearchParams({ status: String(error.status), path })
  return redirectFrom(error, `${env().appUrl}/again?${query}`)
}

/**
 * In place of the error of a signer's file that a browser opened by itself, as in a tab for printing: the signing page
 * tells why a session cannot have it.
 */
export function redirectToPage(error: Response, request: Request, token: string): Response {
  const { pathname, search } = new URL(request.url)
  if (error.status === 429 || error.status >= 500) return redirectToAgain(error, pathname + search)
  return redirectFrom(
    error,
    `${env().appUrl}/sign/${isFrameSession(token) ? 'frame/' : ''}${encodeURIComponent(token)}`,
  )
}

/** In place of an error of a sign-in: a browser that comes back from a provider is led to the form of the password. */
export function redirectToLogin(error: Response): Response {
  return redirectFrom(error, `${env().appUrl}/login?error=failed`)
}

/**
 * Whether a browser opens the URL as a page, and would show an error as text. Clients may accept `text/html` too, but do
 * not navigate; a browser that does not say so (before 2023, or without https) gets the error.
 */
export function isOpenedByBrowser({ method, headers }: Request): boolean {
  const isNavigation = headers.get('sec-fetch-mode') === 'navigate'
  return method === 'GET' && isNavigation && (headers.get('accept') ?? '').includes('text/html')
}

function redirectFrom(error: Response, location: string): Response {
  const headers = new Headers(error.headers)
  headers.delete('content-type')
  headers.set('location', location)
  headers.set('referrer-policy', 'no-referrer')
  return new Response(null, { status: 303, headers })
}

/** The query of that page; other paths than those of `OPENED` lead to the start page. */
export function parseAgain(query: Record<string, unknown>) {
  const path = String(query.path)
  const opened = OPENED.find(([pattern]) => pattern.test(path))
  const status = query.status === '429' || query.status === '404' ? Number(query.status) : 503
  return { status, path: opened ? path : '/', place: opened?.[1] ?? null }
}
