import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { getArchive } from '#lib/identity/archive/get-archive'
import { removeArchive } from '#lib/identity/archive/remove-archive'
import { ArchiveInput, ArchiveShape } from '#lib/identity/archive/schema'
import { setArchive } from '#lib/identity/archive/set-archive'

const tag = 'Account'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the archive address',
    tag,
    permission: 'tenant.read',
    response: item(ArchiveShape),
    handler: (ctx) => getArchive(ctx),
  }),
  PUT: route({
    summary: 'Set the archive address',
    description:
      'It gets a copy of each email about a completed process that the sender gets, once the link in the email to it was used: within 7 days, else set it again.',
    tag,
    permission: 'tenant.mail_archive',
    body: ArchiveInput,
    response: item(ArchiveShape),
    handler: (ctx, { body }) => setArchive(ctx, body),
  }),
  DELETE: route({
    summary: 'Remove the archive address',
    tag,
    permission: 'tenant.secure',
    refusals: ['not_found'],
    response: noContent(),
    handler: (ctx) => removeArchive(ctx),
  }),
})
