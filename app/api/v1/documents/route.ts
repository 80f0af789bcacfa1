import { listDocuments } from '#lib/documents/list'
import { DocumentFilters, DocumentShape, UploadFields } from '#lib/documents/schema'
import { uploadDocument } from '#lib/documents/upload/upload'
import { multipart } from '#lib/http/request/multipart'
import { Paging } from '#lib/http/request/paging'
import { item, page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List documents',
    tag: 'Documents',
    permission: 'document.read',
    query: Paging.extend(DocumentFilters.shape),
    response: page(DocumentShape),
    handler: (ctx, { query }) => listDocuments(ctx, query),
  }),
  POST: route({
    summary: 'Upload a document',
    description:
      'Multipart form: `file` and `name`. A PDF is stored as it is. A PNG or JPEG becomes a PDF of one page; a DOCX, ODT or HTML file is converted where the installation has LibreOffice. A file that cannot be signed is rejected; `error.reason` says why.',
    tag: 'Documents',
    permission: 'document.write',
    refusals: ['quota_exceeded'],
    body: multipart('file', UploadFields),
    response: item(DocumentShape, { status: 201, location: ({ id }) => `/api/v1/documents/${id}` }),
    handler: (ctx, { body }) => uploadDocument(ctx, body),
  }),
})
