import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { startInPerson } from '#lib/signing/in-person/start'
import { InPersonShape } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Begin signing in person',
    description:
      'A page on which the user, as host, hands this device to one signer after the other, for twelve hours. The user is signed out with the response, so that no signer gets into the dashboard. The audit trail and the certificate of completion name the host. Signers who confirm a code still do; those who confirm at the provider of their certificate sign by their own link.',
    tag: 'Signature processes',
    permission: 'process.host',
    refusals: ['invalid_state'],
    params: IdParams,
    response: item(InPersonShape),
    handler: (ctx, { params }) => startInPerson(ctx, params.id),
  }),
})
