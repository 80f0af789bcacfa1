import { env } from '#lib/core/env'
import { notFound } from '#lib/core/errors'
import { moveTokenToCookie } from '#lib/http/credentials/signing-link'
import { handleRequest } from '#lib/http/handle-request'
import { redirectToAgain } from '#lib/http/response/again'
import { redeemPhoneLink } from '#lib/signing/phone/phone-link'

/**
 * A QR code leads here: the phone goes on with the signing session, or is told that the link has ended, or what to do
 * while the service is busy.
 */
export async function GET(request: Request, { params }: { params: Promise<{ code: string }> }) {
  const { code } = await params
  const response = await handleRequest(request, 'signing', async (requestMeta) => {
    const token = await redeemPhoneLink(code, requestMeta)
    if (!token) throw notFound()
    const moved = moveTokenToCookie(token, request.headers.get('cookie'))
    // The session of a place is in the address of the page, as on the device or in the frame before.
    const path = moved ? moved.handle : `frame/${token}`
    const headers = new Headers({
      location: `${env().appUrl}/sign/${path}`,
      'referrer-policy': 'no-referrer',
    })
    for (const cookie of moved?.cookies ?? []) headers.append('set-cookie', cookie)
    return new Response(null, { status: 303, headers })
  })
  return response.status === 303
    ? response
    : redirectToAgain(response, `/sign/phone/${encodeURIComponent(code)}`)
}
