import { raw } from '#lib/http/answer'
import { methods, route } from '#lib/http/route'
import { MessageShape } from '#lib/identity/schema'
import { ByToken, CodeInput } from '#lib/signing/schema'
import { verifyCode } from '#lib/signing/verify-code'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Confirm the code',
    tag: 'Signing',
    action: 'signer',
    refusals: ['invalid_state', 'invalid_code'],
    params: ByToken,
    body: CodeInput,
    answer: raw(MessageShape),
    verb: (ctx, { body }) => verifyCode(ctx, body.code),
  }),
})
