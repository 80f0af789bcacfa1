import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { getSender } from '#lib/identity/sender/get-sender'
import { removeSender } from '#lib/identity/sender/remove-sender'
import { SenderInput, SenderShape } from '#lib/identity/sender/schema'
import { setSender } from '#lib/identity/sender/set-sender'

const tag = 'Account'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the sender of emails',
    tag,
    permission: 'tenant.read',
    response: item(SenderShape),
    handler: (ctx) => getSender(ctx),
  }),
  PUT: route({
    summary: 'Set the sender of emails',
    description:
      'The emails of the organisation come from this name and address once `records` are found at the domain of the address; they are signed with DKIM. Another domain gets a new key.',
    tag,
    permission: 'tenant.secure',
    body: SenderInput,
    response: item(SenderShape),
    handler: (ctx, { body }) => setSender(ctx, body),
  }),
  DELETE: route({
    summary: 'Remove the sender of emails',
    tag,
    permission: 'tenant.secure',
    refusals: ['not_found'],
    response: noContent(),
    handler: (ctx) => removeSender(ctx),
  }),
})
