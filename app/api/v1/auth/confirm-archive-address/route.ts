import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { ConfirmArchiveInput } from '#lib/identity/archive/schema'
import { confirmArchive } from '#lib/identity/links/confirm-archive'
import { MessageShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Confirm an archive address',
    description:
      'Takes the token of the link in the email to the address, which is valid for 7 days and works once.',
    tag: 'Authentication',
    permission: 'public',
    body: ConfirmArchiveInput,
    response: plainJson(MessageShape),
    handler: (requestMeta, { body }) => confirmArchive(requestMeta, body),
  }),
})
