import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { ImportTemplate, importTemplate } from '#lib/templates/import/import'
import { TemplateShape } from '#lib/templates/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Import a template of DocuSeal or Documenso',
    description:
      'Upload the files of the template first. What decides who signs, how, or what the document says, and has no counterpart here, is an error that names it. Fonts, colours, alignment, descriptions, formats of dates, and texts of emails other than the message are left out.',
    tag: 'Templates',
    permission: 'template.write',
    body: ImportTemplate,
    response: item(TemplateShape, { status: 201, location: ({ id }) => `/api/v1/templates/${id}` }),
    handler: (ctx, { body }) => importTemplate(ctx, body),
  }),
})
