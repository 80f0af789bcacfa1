import { documentReferences } from '#lib/document-references'
import { IdParams } from '#lib/http/request/body'
import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { deleteTemplate } from '#lib/templates/delete'
import { getTemplate } from '#lib/templates/get'
import { UpdateTemplate } from '#lib/templates/input'
import { TemplateShape } from '#lib/templates/schema'
import { updateTemplate } from '#lib/templates/update'

const common = { tag: 'Templates', params: IdParams } as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    ...common,
    summary: 'Get a template',
    action: 'template.read',
    response: item(TemplateShape),
    handler: (ctx, { params }) => getTemplate(ctx, params.id),
  }),
  PATCH: route({
    ...common,
    summary: 'Change a template',
    description:
      '`documents` and `roles` replace the existing ones; the fields of removed documents and roles are removed too.',
    action: 'template.write',
    refusals: ['invalid_state'],
    body: UpdateTemplate,
    response: item(TemplateShape),
    handler: (ctx, { params, body }) => updateTemplate(ctx, params.id, body, documentReferences),
  }),
  DELETE: route({
    ...common,
    summary: 'Delete a template',
    action: 'template.write',
    response: noContent(),
    handler: (ctx, { params }) => deleteTemplate(ctx, params.id),
  }),
})
