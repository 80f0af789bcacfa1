import { Paging } from '#lib/http/request/paging'
import { page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { listConsents } from '#lib/identity/consent/list-consents'
import { ConsentFilters, ConsentShape } from '#lib/identity/consent/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List the versions of your consent texts',
    description:
      'Your own texts, which `PATCH /account` changes. Every version is stored for good: signers agreed to it.',
    tag: 'Account',
    permission: 'account.read',
    query: Paging.extend(ConsentFilters.shape),
    response: page(ConsentShape),
    handler: (ctx, { query }) => listConsents(ctx, query),
  }),
})
