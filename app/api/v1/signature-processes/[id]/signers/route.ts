import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { AddSigner } from '#lib/processes/input'
import { SignerShape } from '#lib/processes/schema'
import { addSigner } from '#lib/processes/signers/correct'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Add a signer',
    description:
      'To a draft or a process that was sent. After the first signature only viewers and copies can be added (409): the signature fields are certified with the file.',
    tag: 'Signature processes',
    permission: 'process.send',
    refusals: ['invalid_state', 'quota_exceeded'],
    params: IdParams,
    body: AddSigner,
    response: item(SignerShape, {
      status: 201,
      location: ({ id }, request) => `${new URL(request.url).pathname.replace(/\/$/, '')}/${id}`,
    }),
    handler: (ctx, { params, body }) => addSigner(ctx, params.id, body),
  }),
})
