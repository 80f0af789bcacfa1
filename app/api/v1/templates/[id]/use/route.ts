import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { ProcessShape } from '#lib/processes/schema'
import { UseTemplate } from '#lib/templates/input'
import { draftFromTemplate } from '#lib/templates/use'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Create a draft process from a template',
    description: 'An API key also needs the scope `templates:read`.',
    tag: 'Templates',
    action: 'process.write',
    params: IdParams,
    body: UseTemplate,
    response: item(ProcessShape, { status: 201, location: ({ id }) => `/api/v1/signature-processes/${id}` }),
    handler: (ctx, { params, body }) => draftFromTemplate(ctx, params.id, body),
  }),
})
