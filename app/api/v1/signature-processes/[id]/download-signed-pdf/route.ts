import { z } from 'zod'
import { Id, IdParams } from '#lib/http/request/body'
import { file } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { downloadSigned } from '#lib/vault/download/of-process'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Download the signed PDF',
    description:
      'Where the process has several documents, `document_id` selects one; without it they are returned as a ZIP. Documents that were deleted from the vault are not in the ZIP, and one that is asked for by its id is refused with 409.',
    tag: 'Signature processes',
    permission: 'process.read',
    refusals: ['invalid_state'],
    params: IdParams,
    query: z.object({ document_id: Id.optional() }),
    response: file('application/pdf', 'application/zip'),
    handler: (ctx, { params, query }) => downloadSigned(ctx, params.id, query.document_id),
  }),
})
