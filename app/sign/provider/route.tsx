import { env } from '#lib/core/env'
import { readSigningToken } from '#lib/http/credentials/signing-link'
import { readSessionSecret } from '#lib/http/credentials/signing-session'
import { handleRequest } from '#lib/http/handle-request'
import { endVisit } from '#lib/signing/confirmation/visit'
import { enterSigning } from '#lib/signing/enter'

/**
 * The signer comes back from the provider: in the browser that has the link, whose handle begins the state. What went
 * wrong is stored, or else in the address, and the signing page says it.
 */
export async function GET(request: Request) {
  const { searchParams: query } = new URL(request.url)
  const state = query.get('state') ?? ''
  const [handle = ''] = state.split('.')
  const { status } = await handleRequest(request, 'signing', async (requestMeta) => {
    const token = readSigningToken(request, handle)
    const ctx = await enterSigning(token, requestMeta, { secret: readSessionSecret(request, handle, token) })
    await endVisit(ctx, { state, code: query.get('code'), error: query.get('error') })
    return new Response(null)
  })
  // Too many requests, or an error of ours: nothing is stored, and the person goes on from the page.
  const lost = status === 429 || status >= 500 ? '?provider=unavailable' : ''
  const location = `${env().appUrl}/sign/${encodeURIComponent(handle) || 'ended'}${lost}`
  return new Response(null, { status: 303, headers: { location, 'referrer-policy': 'no-referrer' } })
}
