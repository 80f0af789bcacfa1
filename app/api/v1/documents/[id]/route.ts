import { documentReferences } from '#lib/document-references'
import { deleteDocument } from '#lib/documents/delete'
import { getDocument } from '#lib/documents/get'
import { DocumentShape, UpdateDocument } from '#lib/documents/schema'
import { updateDocument } from '#lib/documents/update'
import { IdParams } from '#lib/http/request/body'
import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

const common = { tag: 'Documents', params: IdParams } as const
const change = { ...common, permission: 'document.write' as const, refusals: ['invalid_state' as const] }

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    ...common,
    summary: 'Get a document',
    permission: 'document.read',
    editor: 'document',
    response: item(DocumentShape),
    handler: (ctx, { params }) => getDocument(ctx, params.id),
  }),
  PATCH: route({
    ...change,
    summary: 'Rename a document, or move it to a folder',
    description:
      'A document of a process that was sent keeps its name, also after its end, and one of a process or template moves with it: 409 here.',
    body: UpdateDocument,
    response: item(DocumentShape),
    handler: (ctx, { params, body }) => updateDocument(ctx, params.id, body, documentReferences),
  }),
  DELETE: route({
    ...change,
    summary: 'Delete a document',
    description:
      'Only while it is `uploaded`, and no template needs it. Drafts that contain it lose it, with its fields. Processes that were refused, cancelled or have expired lose its file, and can no longer be extended.',
    response: noContent(),
    handler: (ctx, { params }) => deleteDocument(ctx, params.id, documentReferences),
  }),
})
