import { Id, IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { SignerShape } from '#lib/processes/schema'
import { resendInvitation } from '#lib/processes/signers/resend'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Send the invitation of a signer again',
    description:
      'To a signer whose turn it is, at most once a minute (429), with the same link. It does not count as a reminder.',
    tag: 'Signature processes',
    permission: 'process.send',
    refusals: ['invalid_state'],
    params: IdParams.extend({ signer: Id }),
    response: item(SignerShape),
    handler: (ctx, { params }) => resendInvitation(ctx, params.id, params.signer),
  }),
})
