import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { duplicateTemplate } from '#lib/templates/duplicate'
import { TemplateShape } from '#lib/templates/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Duplicate a template',
    tag: 'Templates',
    permission: 'template.write',
    params: IdParams,
    response: item(TemplateShape, { status: 201, location: ({ id }) => `/api/v1/templates/${id}` }),
    handler: (ctx, { params }) => duplicateTemplate(ctx, params.id),
  }),
})
