import { Id, IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { discloseLink } from '#lib/processes/links/disclosure'
import { SigningLinkShape } from '#lib/processes/links/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Show the link of a signer',
    description:
      'The link of a signer whose turn it is. Only where an administrator has set `show_signing_links` of the account; the audit trail says who was shown the link. API keys with the scope `signing-links` have it as `signing_url` of the signer. A signer who confirms a code still does.',
    tag: 'Signature processes',
    permission: 'process.copy_link',
    refusals: ['invalid_state', 'forbidden'],
    params: IdParams.extend({ signer: Id }),
    response: item(SigningLinkShape),
    handler: (ctx, { params }) => discloseLink(ctx, params.id, params.signer),
  }),
})
