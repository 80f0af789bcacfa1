import { type NextRequest, NextResponse } from 'next/server'
import { endTurns, moveTokenToCookie } from '#lib/http/credentials/signing-link'

/** Runs before the signing page. The headers of all pages are set before Next: lib/http/response/page-headers.ts. */
export function proxy(request: NextRequest) {
  const { pathname, search } = request.nextUrl
  const path = pathname.slice('/sign/'.length)
  const cookieHeader = request.headers.get('cookie')
  const moved = moveTokenToCookie(path, cookieHeader)
  const response = moved
    ? NextResponse.redirect(new URL(`/sign/${moved.handle}${search}`, request.url), 303)
    : NextResponse.next()
  const cookies = [...(moved?.cookies ?? []), ...endTurns(path, cookieHeader)]
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

export const config = { matcher: ['/sign/:path*'] }
