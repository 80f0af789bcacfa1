import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { getSigningService } from '#lib/keys/signing-service/get-signing-service'
import { removeSigningService } from '#lib/keys/signing-service/remove-signing-service'
import { SigningServiceInput, SigningServiceShape } from '#lib/keys/signing-service/schema'
import { setSigningService } from '#lib/keys/signing-service/set-signing-service'
import { restartConfirmations } from '#lib/processes/confirmations'

const tag = 'Account'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the remote signing service',
    tag,
    permission: 'signing_service.read',
    response: item(SigningServiceShape),
    handler: (ctx) => getSigningService(ctx),
  }),
  PUT: route({
    summary: 'Set the remote signing service',
    description:
      'A service with the Cloud Signature Consortium API 2.0 and OAuth 2.0 client credentials. It makes the signatures of signers with `signature_level` `advanced` or `qualified`, with the credential of the user whose name there is the signer’s email address. The service is asked for its `info` and a token first.',
    tag,
    permission: 'signing_service.change',
    body: SigningServiceInput,
    response: item(SigningServiceShape),
    handler: (ctx, { body }) => setSigningService(ctx, body, restartConfirmations),
  }),
  DELETE: route({
    summary: 'Remove the remote signing service',
    tag,
    permission: 'signing_service.change',
    refusals: ['not_found'],
    response: noContent(),
    handler: (ctx) => removeSigningService(ctx, restartConfirmations),
  }),
})
