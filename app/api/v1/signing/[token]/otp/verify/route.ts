import { readSigningToken } from '#lib/http/credentials/signing-link'
import { withSigningSession } from '#lib/http/credentials/signing-session'
import { methods, route } from '#lib/http/route'
import { MessageShape } from '#lib/identity/schema'
import { verifyCode } from '#lib/signing/one-time-code/verify-code'
import { ByToken, CodeInput } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Verify the one-time code',
    description:
      'Sets an HttpOnly cookie: the confirmation is valid for this browser only, for 12 hours. Send the cookie with every later request of this signer.',
    tag: 'Signing',
    permission: 'signer',
    refusals: ['invalid_state', 'invalid_code'],
    params: ByToken,
    body: CodeInput,
    response: withSigningSession(MessageShape),
    handler: async (ctx, { params, body, request }) => {
      const { message, secret } = await verifyCode(ctx, body.code)
      return { body: { message }, token: readSigningToken(request, params.token), secret }
    },
  }),
})
