import { readDeviceHandle, readSigningToken, toHandle } from '#lib/http/credentials/signing-link'
import { withSigningSession } from '#lib/http/credentials/signing-session'
import { methods, route } from '#lib/http/route'
import { renewFrameSession } from '#lib/signing/frame/frame-session'
import { verifyCode } from '#lib/signing/one-time-code/verify-code'
import { ByToken, CodeInput, CodeVerifiedShape } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Verify the one-time code',
    description:
      'Sets an HttpOnly cookie: the confirmation is valid for this browser only, for 12 hours. Send the cookie with every later request of this signer. In a frame there is no cookie: the response has the `token` of another session, for which the code counts.',
    tag: 'Signing',
    permission: 'signer',
    refusals: ['invalid_state', 'invalid_code'],
    params: ByToken,
    body: CodeInput,
    response: withSigningSession(CodeVerifiedShape),
    handler: async (ctx, { params, body, request }) => {
      const frame = renewFrameSession(params.token, ctx.now)
      const { message, secret } = await verifyCode(ctx, body.code, frame ?? undefined)
      const handle = readDeviceHandle(params.token) ?? toHandle(readSigningToken(request, params.token))
      return frame
        ? { body: { message, ...(secret && { token: frame }) }, handle, secret: null }
        : { body: { message }, handle, secret }
    },
  }),
})
