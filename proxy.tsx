import { type NextRequest, NextResponse } from 'next/server'
import { endHostDeviceSession, moveTokenToCookie } from '#lib/http/credentials/signing-link'

/** Runs before the signing page. The headers of all pages are set before Next: lib/http/response/page-headers.ts. */
export function proxy(request: NextRequest) {
  const { pathname, search } = request.nextUrl
  // The page between two signers, and the handing over to one: the code of the one before counts no more.
  const hostSession = /^\/sign\/in-person\/([^/]+)/.exec(pathname)?.[1]
  if (hostSession) return NextResponse.next({ headers: { 'set-cookie': endHostDeviceSession(hostSession) } })
  const moved = moveTokenToCookie(pathname.slice('/sign/'.length), request.headers.get('cookie'))
  if (!moved) return NextResponse.next()
  const response = NextResponse.redirect(new URL(`/sign/${moved.handle}${search}`, request.url), 303)
  for (const cookie of moved.cookies) response.headers.append('set-cookie', cookie)
  return response
}

export const config = { matcher: ['/sign/:path*'] }
