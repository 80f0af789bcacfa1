import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { ProcessShape } from '#lib/processes/schema'
import { resendOwnInvitation } from '#lib/processes/signers/resend'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Send the signed-in user their own invitation again',
    description:
      'To the address of the user, if it is their turn to sign; at most once a minute (429). In every role.',
    tag: 'Signature processes',
    permission: 'process.resend_own',
    refusals: ['invalid_state'],
    params: IdParams,
    response: item(ProcessShape),
    handler: (ctx, { params }) => resendOwnInvitation(ctx, params.id),
  }),
})
