import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { findContacts } from '#lib/processes/contacts'
import { ContactSearch, ContactsShape } from '#lib/processes/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Find contacts',
    description: 'People of earlier processes, one per email, as last used; at most 20, sorted by email.',
    tag: 'Signature processes',
    action: 'process.read',
    query: ContactSearch,
    response: plainJson(ContactsShape),
    handler: async (ctx, { query }) => ({ data: await findContacts(ctx, query) }),
  }),
})
