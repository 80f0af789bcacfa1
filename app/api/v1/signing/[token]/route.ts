import { item } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { ByToken, SigningShape } from '#lib/signing/schema'
import { viewSigning } from '#lib/signing/view'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'What a signer is asked to sign',
    description: 'Reading it proves nothing: POST to `open` when the pages are shown.',
    tag: 'Signing',
    action: 'signer',
    params: ByToken,
    response: item(SigningShape),
    handler: (ctx) => viewSigning(ctx),
  }),
})
