import { Id, IdParams } from '#lib/http/request/body'
import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { endLink } from '#lib/templates/links/end'
import { getLink } from '#lib/templates/links/list'
import { TemplateLinkShape } from '#lib/templates/links/schema'

const params = IdParams.extend({ link: Id.meta({ description: 'The id of the reusable link.' }) })

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get a reusable link of a template',
    tag: 'Templates',
    permission: 'template.read',
    params,
    response: item(TemplateLinkShape),
    handler: (ctx, { params }) => getLink(ctx, params.id, params.link),
  }),
  DELETE: route({
    summary: 'End a reusable link',
    description:
      'No process is made by it any more. Those that were made go on, and their visitors still find them by the link.',
    tag: 'Templates',
    permission: 'template.write',
    params,
    response: noContent(),
    handler: (ctx, { params }) => endLink(ctx, params.id, params.link),
  }),
})
