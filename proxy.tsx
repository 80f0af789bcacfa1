import { type NextRequest, NextResponse } from 'next/server'
import { moveTokenToCookie } from '#lib/http/credentials/signing-link'

/** Runs before the signing page. The headers of all pages are set before Next: lib/http/response/page-headers.ts. */
export function proxy(request: NextRequest) {
  const { pathname, search } = request.nextUrl
  const redirectWithCookie = moveTokenToCookie(pathname.slice('/sign/'.length))
  if (!redirectWithCookie) return NextResponse.next()
  const response = NextResponse.redirect(
    new URL(`/sign/${redirectWithCookie.handle}${search}`, request.url),
    303,
  )
  response.headers.set('set-cookie', redirectWithCookie.cookie)
  return response
}

export const config = { matcher: ['/sign/:path*'] }
