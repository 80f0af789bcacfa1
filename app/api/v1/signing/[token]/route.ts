import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { ByToken, SigningQuery, SigningShape } from '#lib/signing/schema'
import { viewSigning } from '#lib/signing/view'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get what a signer is asked to sign',
    description:
      'This request is not recorded as a view: POST to `open` when the pages are shown to the signer.',
    tag: 'Signing',
    permission: 'signer',
    params: ByToken,
    query: SigningQuery,
    response: item(SigningShape),
    handler: (ctx, { query }) => viewSigning(ctx, query),
  }),
})
