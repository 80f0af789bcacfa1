import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { MessageShape } from '#lib/identity/schema'
import { delegateSigning } from '#lib/signing/help/delegate'
import { ByToken, DelegateInput } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Hand over to someone else',
    description:
      'Where `allow_delegation` of the process is true (403 otherwise). This link ends, and the new person is invited to sign in this signer’s place, with the same fields and in the same turn. 400 on `email` for the signer’s own address, that of another signer of the process, or of someone who handed this over before; 409 after three times, and once others have signed an added signature page with the signer’s name. At most ten requests an hour.',
    tag: 'Signing',
    permission: 'signer',
    refusals: ['forbidden', 'invalid_state'],
    params: ByToken,
    body: DelegateInput,
    response: plainJson(MessageShape),
    handler: (ctx, { body }) => delegateSigning(ctx, body),
  }),
})
