import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { HandwritingQuery, HandwritingShape } from '#lib/signing/appearance-schema'
import { listHandwriting } from '#lib/signing/handwriting'
import { ByToken } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Draw a typed signature in each handwriting',
    description:
      'The outlines as the sealed document will show them. Only the fonts that have every character, the default first; if none has, one entry without a font.',
    tag: 'Signing',
    permission: 'signer',
    addressLimit: 'address',
    linkLimit: 'handwriting',
    params: ByToken,
    query: HandwritingQuery,
    response: item(HandwritingShape),
    handler: (ctx, { query }) => listHandwriting(ctx, query.text),
  }),
})
