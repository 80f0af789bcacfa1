import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { requestConfirmationCode } from '#lib/signing/confirmation/confirm'
import { CodeRequest, CodeShape } from '#lib/signing/confirmation/schema'
import { ByToken } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Request a code of the signing service',
    description: 'The service sends a code to the signer, or states the question that they answer.',
    tag: 'Signing',
    permission: 'signer',
    linkLimit: 'confirmation',
    refusals: ['forbidden', 'invalid_state'],
    params: ByToken,
    body: CodeRequest,
    response: item(CodeShape),
    handler: (ctx, { body }) => requestConfirmationCode(ctx, body),
  }),
})
