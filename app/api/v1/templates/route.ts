import { Paging } from '#lib/http/request/paging'
import { item, page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { createTemplate } from '#lib/templates/create'
import { CreateTemplate } from '#lib/templates/input'
import { listTemplates } from '#lib/templates/list'
import { TemplateFilters, TemplateShape } from '#lib/templates/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List templates',
    tag: 'Templates',
    permission: 'template.read',
    query: Paging.extend(TemplateFilters.shape),
    response: page(TemplateShape),
    handler: (ctx, { query }) => listTemplates(ctx, query),
  }),
  POST: route({
    summary: 'Create a template',
    tag: 'Templates',
    permission: 'template.write',
    body: CreateTemplate,
    response: item(TemplateShape, { status: 201, location: ({ id }) => `/api/v1/templates/${id}` }),
    handler: (ctx, { body }) => createTemplate(ctx, body),
  }),
})
