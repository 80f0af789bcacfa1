import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { confirmAddress } from '#lib/identity/links/confirm-address'
import { AddressConfirmationShape, ConfirmAddressInput } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Confirm a new email address',
    description:
      'Takes the token of the link in the confirmation email, which is valid for 7 days and works once. The old address stays in use until the new one is confirmed.',
    tag: 'Authentication',
    permission: 'public',
    body: ConfirmAddressInput,
    response: plainJson(AddressConfirmationShape),
    handler: (requestMeta, { body }) => confirmAddress(requestMeta, body),
  }),
})
