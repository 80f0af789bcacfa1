import { duplicateDocument } from '#lib/documents/copies/duplicate'
import { DocumentShape } from '#lib/documents/schema'
import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Duplicate a document',
    description: 'The copy has the same file, belongs to no process and uses no quota.',
    tag: 'Documents',
    permission: 'document.write',
    params: IdParams,
    response: item(DocumentShape, { status: 201, location: ({ id }) => `/api/v1/documents/${id}` }),
    handler: (ctx, { params }) => duplicateDocument(ctx, params.id),
  }),
})
