import { toHandle } from '#lib/http/credentials/signing-link'
import { withSigningSession } from '#lib/http/credentials/signing-session'
import { methods, route } from '#lib/http/route'
import { beginByLink } from '#lib/templates/visits/begin'
import { BegunShape, ByLinkToken, VisitorInput } from '#lib/templates/visits/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Begin by a reusable link',
    description:
      'With the code of the address: makes the process of the visitor, or finds the one that the address has. An HttpOnly cookie opens the signing page without another code, for 12 hours in this browser.',
    tag: 'Signing',
    permission: 'public',
    addressLimit: 'signing',
    refusals: ['invalid_state', 'invalid_code'],
    params: ByLinkToken,
    body: VisitorInput,
    response: withSigningSession(BegunShape),
    handler: async (requestMeta, { params, body }) => {
      const { url, token, secret } = await beginByLink(requestMeta, params.token, body)
      return { body: { data: { url } }, handle: toHandle(token), secret }
    },
  }),
})
