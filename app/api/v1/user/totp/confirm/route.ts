import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { confirmTotp } from '#lib/identity/factors/confirm-totp'
import { ConfirmedTotpShape, TotpConfirmationInput } from '#lib/identity/factors/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Confirm your authenticator app',
    description:
      'With the first factor your other sessions end, and the response has ten recovery codes, which are shown only once.',
    tag: 'Second factor',
    permission: 'factor.change',
    refusals: ['invalid_code', 'invalid_state'],
    body: TotpConfirmationInput,
    response: item(ConfirmedTotpShape),
    handler: (ctx, { body }) => confirmTotp(ctx, body),
  }),
})
