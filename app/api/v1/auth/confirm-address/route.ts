import { plainJson } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { confirmAddress } from '#lib/identity/confirm-address'
import { ConfirmAddressInput, MessageShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Confirm a new email address',
    description:
      'By the link that was mailed to it, good for 7 days and once. Until then the old address counts.',
    tag: 'Authentication',
    action: 'public',
    body: ConfirmAddressInput,
    response: plainJson(MessageShape),
    handler: (visit, { body }) => confirmAddress(visit, body),
  }),
})
