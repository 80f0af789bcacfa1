import { readSigningToken } from '#lib/http/credentials/signing-link'
import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { MessageShape } from '#lib/identity/schema'
import { renewLink } from '#lib/signing/help/renew'
import { ByToken } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Ask for a link that works',
    description:
      'For a link that has ended. Expired: an email tells the sender that the signer asks for more time. Replaced: the current link is sent to the signer’s own address, if it is still their turn. The response is the same whether an email is sent. 409 for a link that works. At most three an hour.',
    tag: 'Signing',
    permission: 'public',
    addressLimit: 'signing',
    refusals: ['not_found', 'forbidden', 'invalid_state'],
    params: ByToken,
    response: plainJson(MessageShape),
    handler: (requestMeta, { params, request }) =>
      renewLink(requestMeta, readSigningToken(request, params.token)),
  }),
})
