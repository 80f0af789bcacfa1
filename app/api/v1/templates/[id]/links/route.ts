import { CreationOrder } from '#lib/core/shapes'
import { IdParams } from '#lib/http/request/body'
import { Paging } from '#lib/http/request/paging'
import { item, page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { createLink } from '#lib/templates/links/create'
import { listLinks } from '#lib/templates/links/list'
import { CreateTemplateLink, TemplateLinkShape } from '#lib/templates/links/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List the reusable links of a template',
    description: 'With those that have ended; newest first by default.',
    tag: 'Templates',
    permission: 'template.read',
    params: IdParams,
    query: Paging.extend(CreationOrder.shape),
    response: page(TemplateLinkShape),
    handler: (ctx, { params, query }) => listLinks(ctx, params.id, query),
  }),
  POST: route({
    summary: 'Make a reusable link',
    description:
      'Each visitor of the link says their name and address, proves the address by a code, and gets a process of their own, made from the template and sent in your name. They take the role `role`, which must be the first to sign; the others are the people in `signers`. With the same address they find their process again. An API key also needs the scopes `templates:read` and `processes:write`.',
    tag: 'Templates',
    permission: 'template.write',
    refusals: ['email_not_confirmed'],
    params: IdParams,
    body: CreateTemplateLink,
    response: item(TemplateLinkShape, {
      status: 201,
      location: ({ id, template_id }) => `/api/v1/templates/${template_id}/links/${id}`,
    }),
    handler: (ctx, { params, body }) => createLink(ctx, params.id, body),
  }),
})
