import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { getSignatureProvider } from '#lib/keys/signing-service/get-provider'
import { SignatureProviderShape } from '#lib/keys/signing-service/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the provider of signatures',
    description: 'Who makes the signatures of signers with `signature_level` `advanced` or `qualified`.',
    tag: 'Account',
    permission: 'account.read',
    response: item(SignatureProviderShape),
    handler: (ctx) => getSignatureProvider(ctx),
  }),
})
