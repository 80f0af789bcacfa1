import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { moveTokenToCookie } from '#lib/http/credentials/signing-link'
import { handleRequest } from '#lib/http/handle-request'
import { redeemPhoneLink } from '#lib/signing/phone/phone-link'

/** A QR code leads here: the phone goes on with the signing session, or is told that the link has ended. */
export const GET = (request: Request, { params }: { params: Promise<{ code: string }> }) =>
  handleRequest(request, 'signing', async () => {
    const token = await redeemPhoneLink((await params).code, now())
    const moved = token ? moveTokenToCookie(token) : null
    const headers = new Headers({ location: `${env().appUrl}/sign/${moved?.handle ?? 'ended'}` })
    if (moved) headers.set('set-cookie', moved.cookie)
    return new Response(null, { status: 303, headers })
  })
