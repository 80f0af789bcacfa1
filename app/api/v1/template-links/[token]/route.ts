import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { ByLinkToken, LinkVisitShape } from '#lib/templates/visits/schema'
import { viewLink } from '#lib/templates/visits/view'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get what a visitor of a reusable link sees',
    description: 'Without a credential, as everything that visitors do.',
    tag: 'Signing',
    permission: 'public',
    addressLimit: 'signing',
    params: ByLinkToken,
    response: item(LinkVisitShape),
    handler: (requestMeta, { params }) => viewLink(requestMeta, params.token),
  }),
})
