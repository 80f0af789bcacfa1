import { type NextRequest, NextResponse } from 'next/server'
import { moveTokenToCookie } from '#lib/http/credentials/signing-link'

/** The address of the page that is asked for, for whoever sends a stranger to sign in and back again. */
const pathHeader = 'x-paraph-path'

/**
 * What a page may load and run: only our own files and the scripts that carry this answer's nonce. pdf.js needs
 * WebAssembly and its worker; styles may stand on elements, since zones are placed by them.
 */
function policyFor(nonce: string, embeddable: boolean): string {
  const developing = process.env.NODE_ENV === 'development'
  const directives: Record<string, string> = {
    'default-src': "'self'",
    // React's development build explains errors with eval; what is shipped does not have it.
    'script-src': `'self' 'nonce-${nonce}' 'wasm-unsafe-eval'${developing ? " 'unsafe-eval'" : ''}`,
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self' data:",
    'connect-src': "'self'",
    'worker-src': "'self' blob:",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': embeddable ? "'self'" : "'none'",
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}

/** Stands before every page, never before the API: it would cut uploads short. */
export function proxy(request: NextRequest) {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const { pathname, search } = request.nextUrl
  const signing = pathname.startsWith('/sign/')
  const secret = /^\/(sign|invitation|recovery|confirm-address)\//.test(pathname)
  const policy = policyFor(nonce, signing)

  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  headers.set('x-nonce', nonce)
  headers.set(pathHeader, pathname + search)

  const exchanged = signing ? moveTokenToCookie(pathname.slice('/sign/'.length)) : null
  const response = exchanged
    ? NextResponse.redirect(new URL(`/sign/${exchanged.handle}${search}`, request.url), 303)
    : NextResponse.next({ request: { headers } })
  if (exchanged) response.headers.set('set-cookie', exchanged.cookie)
  response.headers.set('content-security-policy', policy)
  // The address of a mailed link is a secret; no other site may learn it.
  response.headers.set('referrer-policy', secret ? 'no-referrer' : 'same-origin')
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=()')
  return response
}

export const config = {
  matcher: ['/((?!api/|_next/|pdfjs/|icon|favicon\\.ico).*)'],
}
