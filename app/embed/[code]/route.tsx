import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { handleRequest } from '#lib/http/handle-request'
import { redirectToAgain } from '#lib/http/response/again'
import { redeemEditorLink } from '#lib/processes/links/editor-link'
import { redeemFrameLink } from '#lib/signing/frame/frame-link'
import { ENDED_FRAME } from '#lib/signing/frame/frame-session'

/**
 * A frame begins here: its link is exchanged for a session, which the address of the page has. While the service is busy
 * the frame says so, and the link stays.
 */
export async function GET(request: Request, { params }: { params: Promise<{ code: string }> }) {
  const { code } = await params
  const response = await handleRequest(request, 'signing', async () => {
    const editor = await redeemEditorLink(code, now())
    const page = editor
      ? `embed/editor/${editor}`
      : `sign/frame/${(await redeemFrameLink(code, now())) ?? ENDED_FRAME}`
    const location = `${env().appUrl}/${page}`
    return new Response(null, { status: 303, headers: { location, 'referrer-policy': 'no-referrer' } })
  })
  return response.status === 303 ? response : redirectToAgain(response, `/embed/${encodeURIComponent(code)}`)
}
