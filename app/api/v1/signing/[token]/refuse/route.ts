import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { refuseSigning } from '#lib/signing/refuse'
import { ByToken, RefuseInput, SigningStateShape } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Refuse to sign',
    description: 'Ends the process for all signers.',
    tag: 'Signing',
    permission: 'signer',
    refusals: ['invalid_state'],
    params: ByToken,
    body: RefuseInput,
    response: item(SigningStateShape),
    handler: (ctx, { body }) => refuseSigning(ctx, body),
  }),
})
