import { env } from '#lib/core/env'
import { inPersonPageCookie } from '#lib/http/credentials/in-person-cookie'
import { handleRequest } from '#lib/http/handle-request'
import { redirectToAgain } from '#lib/http/response/again'
import { openInPersonSession } from '#lib/signing/in-person/in-person-session'

/** The page between two signers leads here in a browser without its cookie: the first gets it, others read why they do not. */
export async function GET(request: Request, { params }: { params: Promise<{ session: string }> }) {
  const { session } = await params
  const path = `/sign/in-person/${encodeURIComponent(session)}`
  const response = await handleRequest(request, 'signing', async ({ now }) => {
    const opened = await openInPersonSession(session, now)
    const headers = new Headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    headers.set('location', `${env().appUrl}${path}${opened ? '' : '?elsewhere'}`)
    if (opened) headers.set('set-cookie', inPersonPageCookie(request, session, opened.hostId, now))
    return new Response(null, { status: 303, headers })
  })
  return response.status === 303 ? response : redirectToAgain(response, path)
}

/** Next.js would answer as to GET, so that a program that only checks the link opens the page. */
export const HEAD = () => new Response(null, { status: 405, headers: { allow: 'GET' } })
