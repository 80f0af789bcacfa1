import { getDocumentThumbnail } from '#lib/documents/thumbnail'
import { IdParams } from '#lib/http/request/body'
import { file } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get a small picture of page 1',
    description: 'At most 320 pixels wide. 404 for a page that cannot be drawn, too.',
    tag: 'Documents',
    permission: 'document.read',
    params: IdParams,
    response: file('image/webp'),
    handler: (ctx, { params }) => getDocumentThumbnail(ctx, params.id),
  }),
})
