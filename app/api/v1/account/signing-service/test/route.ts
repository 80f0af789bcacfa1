import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { testSigningService } from '#lib/keys/signing-service/check-service'
import { SigningServiceInfoShape } from '#lib/keys/signing-service/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Test the remote signing service',
    description: 'Asks the service for its `info` and a token; 400 says what is wrong.',
    tag: 'Account',
    permission: 'signing_service.change',
    refusals: ['not_found', 'validation_error'],
    response: item(SigningServiceInfoShape),
    handler: (ctx) => testSigningService(ctx),
  }),
})
