import { Id } from '#lib/http/request/body'
import { file } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { readFirstPage } from '#lib/signing/read-document'
import { ByToken } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get a picture of page 1 of the current revision, for its signer',
    tag: 'Signing',
    description:
      'At most 800 pixels wide, to be shown until a viewer has drawn the page. 404 for a page that cannot be drawn, too.',
    permission: 'signer',
    addressLimit: 'address',
    refusals: ['forbidden', 'invalid_state'],
    params: ByToken.extend({ id: Id }),
    response: file('image/webp'),
    handler: (ctx, { params }) => readFirstPage(ctx, params.id),
  }),
})
