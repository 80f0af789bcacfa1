import { Id } from '#lib/http/request/body'
import { file } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { readDocument } from '#lib/signing/read-document'
import { ByToken } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Download the current revision of a document, for its signer',
    tag: 'Signing',
    description:
      'Supports byte ranges. Revisions only append bytes, so ranges of an earlier and a later revision fit together where the header `Document-Preparation` is the same: it has `process.preparation` of the signing session.',
    permission: 'signer',
    addressLimit: 'address',
    refusals: ['forbidden', 'invalid_state'],
    params: ByToken.extend({ id: Id }),
    response: file('application/pdf'),
    handler: (ctx, { params }) => readDocument(ctx, params.id),
  }),
})
