import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { moveTokenToCookie } from '#lib/http/credentials/signing-link'
import { handleRequest } from '#lib/http/handle-request'
import { redeemPhoneLink } from '#lib/signing/phone/phone-link'

/**
 * A QR code leads here: the phone goes on with the signing session, or is told that the link has ended, or what to do
 * while the service is busy.
 */
export async function GET(request: Request, { params }: { params: Promise<{ code: string }> }) {
  const { code } = await params
  const response = await handleRequest(request, 'signing', async () => {
    const token = await redeemPhoneLink(code, now())
    const moved = token ? moveTokenToCookie(token) : null
    return redirect(moved?.handle ?? 'ended', moved ? { 'set-cookie': moved.cookie } : {})
  })
  if (response.status === 303) return response
  const { status, headers } = response
  return redirect(`phone/${encodeURIComponent(code)}/again?status=${status}`, headers)
}

function redirect(path: string, headersInit: HeadersInit): Response {
  const headers = new Headers(headersInit)
  headers.delete('content-type')
  headers.set('location', `${env().appUrl}/sign/${path}`)
  return new Response(null, { status: 303, headers })
}
