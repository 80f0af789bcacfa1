import { documentReferences } from '#lib/document-references'
import { deleteDocument } from '#lib/documents/delete'
import { getDocument } from '#lib/documents/get'
import { DocumentShape } from '#lib/documents/schema'
import { IdParams } from '#lib/http/request/body'
import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get a document',
    tag: 'Documents',
    action: 'document.read',
    params: IdParams,
    response: item(DocumentShape),
    handler: (ctx, { params }) => getDocument(ctx, params.id),
  }),
  DELETE: route({
    summary: 'Delete a document that no process uses',
    tag: 'Documents',
    action: 'document.write',
    refusals: ['invalid_state'],
    params: IdParams,
    response: noContent(),
    handler: (ctx, { params }) => deleteDocument(ctx, params.id, documentReferences),
  }),
})
