import { z } from 'zod'
import { env } from '#lib/core/env'
import { AppError, type ErrorCode, forbidden } from '#lib/core/errors'
import { signingLanguageCookie } from '#lib/core/locales'
import { hasInPersonPage } from '#lib/http/credentials/in-person-cookie'
import { handleRequest } from '#lib/http/handle-request'
import { requireSameOrigin } from '#lib/http/request/same-origin'
import { redirectToAgain } from '#lib/http/response/again'
import { handOver } from '#lib/signing/in-person/hand-over'

/** Errors that the page between two signers does not explain. */
const keptErrors: ReadonlySet<ErrorCode> = new Set(['unavailable', 'rate_limited'])

const Signer = z.coerce.number().int().positive().safe().catch(0)

/**
 * The signer has the device now. One whose turn it is not any more leads back to the page between two signers, as does the
 * page that says what to do while the service is busy. Another browser than that of the page hands nothing over.
 */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ session: string; signer: string }> },
) {
  const { session, signer } = await params
  const response = await handleRequest(request, 'signing', async (requestMeta) => {
    requireSameOrigin(request)
    const isHere = hasInPersonPage(request, session, requestMeta.now)
    const handedOver = isHere
      ? handOver(session, Signer.parse(signer), requestMeta)
      : Promise.reject(forbidden())
    const path = await handedOver.then(
      (token) => `frame/${token}`,
      (error: unknown) => {
        if (!(error instanceof AppError) || keptErrors.has(error.code)) throw error
        return `in-person/${encodeURIComponent(session)}`
      },
    )
    const headers = {
      location: `${env().appUrl}/sign/${path}`,
      'referrer-policy': 'no-referrer',
      // The language that the signer before has chosen.
      'set-cookie': `${signingLanguageCookie}=; path=/sign; max-age=0`,
    }
    return new Response(null, { status: 303, headers })
  })
  return response.status === 429 || response.status === 503
    ? redirectToAgain(response, `/sign/in-person/${encodeURIComponent(session)}`)
    : response
}
