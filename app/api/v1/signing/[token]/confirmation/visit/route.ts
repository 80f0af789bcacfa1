import { readSigningToken, toHandle } from '#lib/http/credentials/signing-link'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { VisitInput, VisitShape } from '#lib/signing/confirmation/schema'
import { beginVisit } from '#lib/signing/confirmation/visit'
import { ByToken } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Visit the provider',
    description:
      'After `sign`, for a signature that the signer confirms at the provider (`confirmation.mode` is `oauth2code`): the address to open there. The provider leads back to the signing page, in the same browser.',
    tag: 'Signing',
    permission: 'signer',
    refusals: ['forbidden', 'invalid_state'],
    params: ByToken,
    body: VisitInput,
    response: item(VisitShape),
    handler: (ctx, { params, body, request }) =>
      beginVisit(ctx, toHandle(readSigningToken(request, params.token)), body.locale),
  }),
})
