import { IdParams } from '#lib/http/request/body'
import { Paging } from '#lib/http/request/paging'
import { page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { TemplateVersionShape } from '#lib/templates/schema'
import { listVersions } from '#lib/templates/versions/list'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List the versions of a template',
    description: 'The current one, then the earlier ones that are kept, newest first.',
    tag: 'Templates',
    permission: 'template.read',
    params: IdParams,
    query: Paging,
    response: page(TemplateVersionShape),
    handler: (ctx, { params, query }) => listVersions(ctx, params.id, query),
  }),
})
