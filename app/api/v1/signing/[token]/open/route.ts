import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { openSigning } from '#lib/signing/open'
import { ByToken, OpenInput, SigningStateShape } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Record that the pages were shown to the signer',
    tag: 'Signing',
    permission: 'signer',
    refusals: ['invalid_state'],
    params: ByToken,
    body: OpenInput,
    response: item(SigningStateShape),
    handler: (ctx, { body }) => openSigning(ctx, body.preparation),
  }),
})
