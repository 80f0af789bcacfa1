import { downloadDocument } from '#lib/documents/download'
import { IdParams } from '#lib/http/request/body'
import { file } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Download the uploaded file, byte for byte',
    tag: 'Documents',
    permission: 'document.read',
    editor: 'document',
    params: IdParams,
    response: file('application/pdf'),
    handler: (ctx, { params }) => downloadDocument(ctx, params.id),
  }),
})
