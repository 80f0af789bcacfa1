import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { getConsent } from '#lib/identity/consent/list-consents'
import { ConsentParams, ConsentShape } from '#lib/identity/consent/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get a version of a consent text',
    description:
      'The exact text that signers agreed to, by the `consent_version` of the audit trail: yours, or a default text of this or an earlier release.',
    tag: 'Account',
    permission: 'account.read',
    params: ConsentParams,
    response: item(ConsentShape),
    handler: (ctx, { params }) => getConsent(ctx, params.version),
  }),
})
