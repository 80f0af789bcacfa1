import { Paging } from '#lib/http/request/paging'
import { page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { ContactFilters, ContactShape } from '#lib/processes/schema'
import { listContacts } from '#lib/processes/signers/contacts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List contacts',
    description: 'People of earlier processes, one per email, with the data last used, sorted by email.',
    tag: 'Signature processes',
    permission: 'process.read',
    query: Paging.extend(ContactFilters.shape),
    response: page(ContactShape),
    handler: (ctx, { query }) => listContacts(ctx, query),
  }),
})
