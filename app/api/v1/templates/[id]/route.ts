import { documentReferences as references } from '#lib/document-references'
import { IdParams } from '#lib/http/request/body'
import { item, noContent, versioned } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { deleteTemplate } from '#lib/templates/delete'
import { getTemplate } from '#lib/templates/get'
import { UpdateTemplate } from '#lib/templates/input'
import type { VersionedTemplate } from '#lib/templates/present'
import { TemplateShape } from '#lib/templates/schema'
import { updateTemplate } from '#lib/templates/update'

const response = versioned(item(TemplateShape), ({ etag }: VersionedTemplate) => etag)
const common = { tag: 'Templates', params: IdParams, response } as const
const change = { ...common, conditional: true } as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    ...common,
    summary: 'Get a template',
    permission: 'template.read',
    handler: (ctx, { params }) => getTemplate(ctx, params.id),
  }),
  PATCH: route({
    ...change,
    summary: 'Change a template',
    description:
      '`documents` and `roles` replace the existing ones; fields of removed ones are deleted. If processes came from the current version, it is kept and the change makes a new one.',
    permission: 'template.write',
    refusals: ['invalid_state'],
    body: UpdateTemplate,
    handler: (ctx, { params, body, ifMatch }) => updateTemplate(ctx, params.id, body, ifMatch, references),
  }),
  DELETE: route({
    ...change,
    summary: 'Delete a template',
    permission: 'template.write',
    response: noContent(),
    handler: (ctx, { params, ifMatch }) => deleteTemplate(ctx, params.id, ifMatch),
  }),
})
