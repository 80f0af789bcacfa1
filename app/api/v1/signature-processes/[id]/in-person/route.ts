import { getActingUser } from '#lib/core/ctx'
import { remembersHost } from '#lib/http/credentials/in-person-cookie'
import { IdParams } from '#lib/http/request/body'
import { clearsSiteData } from '#lib/http/response/clear-site-data'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { InPersonShape } from '#lib/signing/in-person/schema'
import { startInPerson } from '#lib/signing/in-person/start'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Begin signing in person',
    description:
      'A page on which the user, as host, hands this device to one signer after the other, for twelve hours, in the browser that opens it first: a program that passes its URL on has to keep link previews and scanners from it, which would be the first. The user is signed out with the response, so that no signer gets into the dashboard; until the user signs in again, for twelve hours at most, this browser signs nobody in through an identity provider that does not prove that it asked for the sign-in since. The audit trail and the certificate of completion name the host. Signers who confirm a code still do; those who confirm at the provider of their certificate sign by their own link.',
    tag: 'Signature processes',
    permission: 'process.host',
    refusals: ['invalid_state'],
    params: IdParams,
    response: clearsSiteData(remembersHost(item(InPersonShape))),
    handler: async (ctx, { params }) => ({
      record: await startInPerson(ctx, params.id),
      hostId: getActingUser(ctx)!.id,
    }),
  }),
})
