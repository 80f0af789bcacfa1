import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { ByToken, SignInput, SigningStateShape } from '#lib/signing/schema'
import { signProcess } from '#lib/signing/sign'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Sign',
    description:
      'Requires `open` first, and again after the documents were made again (`process.preparation`). The signature counts as soon as this request succeeds; the signed document follows within moments. Errors of values have the keys `values.<index>.value`; of a field that was not sent, `fields.<index>`, its position in `fields`.',
    tag: 'Signing',
    permission: 'signer',
    refusals: ['invalid_state'],
    params: ByToken,
    body: SignInput,
    response: item(SigningStateShape),
    handler: (ctx, { body }) => signProcess(ctx, body),
  }),
})
