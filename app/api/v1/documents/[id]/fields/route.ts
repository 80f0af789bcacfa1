import { getFileFields } from '#lib/documents/file-fields'
import { FileFieldsShape } from '#lib/documents/schema'
import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List the form fields and text tags of a document',
    tag: 'Documents',
    permission: 'document.read',
    editor: 'document',
    params: IdParams,
    response: item(FileFieldsShape),
    handler: (ctx, { params }) => getFileFields(ctx, params.id),
  }),
})
