import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { ImportTemplate, importTemplate } from '#lib/templates/import/import'
import { TemplateShape } from '#lib/templates/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Import a template of DocuSeal or Documenso',
    description:
      'Upload the files of the template first. What has no counterpart here is an error that names it; nothing is guessed.',
    tag: 'Templates',
    permission: 'template.write',
    body: ImportTemplate,
    response: item(TemplateShape, { status: 201, location: ({ id }) => `/api/v1/templates/${id}` }),
    handler: (ctx, { body }) => importTemplate(ctx, body),
  }),
})
