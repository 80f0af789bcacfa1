import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { confirmSignature } from '#lib/signing/confirmation/confirm'
import { ConfirmInput } from '#lib/signing/confirmation/schema'
import { ByToken, SigningShape } from '#lib/signing/schema'
import { viewSigning } from '#lib/signing/view'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Confirm the signature',
    description:
      'After `sign`, for a signature that a remote signing service makes with a PIN or code (`confirmation.mode` is `explicit`): what is entered goes to the service, and is not stored. 400 `invalid_code` when the service does not accept it; 409 with the `reason` `locked`, `denied`, `expired`, `unavailable`, `failed`, or `changed` when somebody else has signed meanwhile, so that there is a new revision to confirm.',
    tag: 'Signing',
    permission: 'signer',
    linkLimit: 'confirmation',
    refusals: ['forbidden', 'invalid_state', 'invalid_code'],
    params: ByToken,
    body: ConfirmInput,
    response: item(SigningShape),
    handler: async (ctx, { body }) => {
      await confirmSignature(ctx, body)
      return viewSigning(ctx)
    },
  }),
})
