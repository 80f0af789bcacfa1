import { type NextRequest, NextResponse } from 'next/server'
import { moveTokenToCookie } from '#lib/http/credentials/signing-link'

/** The path of the requested page, so that the login can return to it. */
const pathHeader = 'x-paraph-path'

/**
 * The Content-Security-Policy: only our own files, and scripts with the nonce of this response. pdf.js needs
 * WebAssembly and a worker. Inline styles are allowed because they position fields.
 */
function policyFor(nonce: string, isEmbeddable: boolean): string {
  const isDevelopment = process.env.NODE_ENV === 'development'
  const directives: Record<string, string> = {
    'default-src': "'self'",
    // React's development build uses eval to explain errors.
    'script-src': `'self' 'nonce-${nonce}' 'wasm-unsafe-eval'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self' data:",
    'connect-src': "'self'",
    'worker-src': "'self' blob:",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': isEmbeddable ? "'self'" : "'none'",
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}

/** Runs before every page, but not before the API, because it would truncate uploads. */
export function proxy(request: NextRequest) {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const { pathname, search } = request.nextUrl
  const isSigningPage = pathname.startsWith('/sign/')
  const hasSecretInPath = /^\/(sign|invitation|recovery|confirm-address)\//.test(pathname)
  const policy = policyFor(nonce, isSigningPage)

  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  headers.set('x-nonce', nonce)
  headers.set(pathHeader, pathname + search)

  const redirectWithCookie = isSigningPage ? moveTokenToCookie(pathname.slice('/sign/'.length)) : null
  const response = redirectWithCookie
    ? NextResponse.redirect(new URL(`/sign/${redirectWithCookie.handle}${search}`, request.url), 303)
    : NextResponse.next({ request: { headers } })
  if (redirectWithCookie) response.headers.set('set-cookie', redirectWithCookie.cookie)
  response.headers.set('content-security-policy', policy)
  // The URL of an emailed link is a secret and must not be sent to other sites as referrer.
  response.headers.set('referrer-policy', hasSecretInPath ? 'no-referrer' : 'same-origin')
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('cross-origin-opener-policy', 'same-origin')
  response.headers.set('cross-origin-resource-policy', 'same-origin')
  response.headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=()')
  return response
}

export const config = {
  matcher: ['/((?!api/|_next/|pdfjs/|icon|favicon\\.ico).*)'],
}
