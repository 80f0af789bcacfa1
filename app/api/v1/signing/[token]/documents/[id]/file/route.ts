import { Id } from '#lib/http/body'
import { file } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { readDocument } from '#lib/signing/read-document'
import { ByToken } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'A document as it stands at this signer’s turn',
    tag: 'Signing',
    description: 'Takes ranges of bytes. A later revision only appends, so ranges of both fit together.',
    action: 'signer',
    addressLimit: 'address',
    refusals: ['forbidden', 'invalid_state'],
    params: ByToken.extend({ id: Id }),
    response: file('application/pdf'),
    handler: (ctx, { params }) => readDocument(ctx, params.id),
  }),
})
