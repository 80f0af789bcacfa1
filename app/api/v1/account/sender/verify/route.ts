import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { SenderShape } from '#lib/identity/sender/schema'
import { verifySender } from '#lib/identity/sender/verify-sender'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Verify the sender of emails',
    description: 'Looks the records of its domain up now; `records` says which of them are found.',
    tag: 'Account',
    permission: 'tenant.manage',
    refusals: ['not_found', 'validation_error'],
    response: item(SenderShape),
    handler: (ctx) => verifySender(ctx),
  }),
})
