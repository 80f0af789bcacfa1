import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { getSso } from '#lib/identity/sso/get-sso'
import { removeSso } from '#lib/identity/sso/remove-sso'
import { SsoInput, SsoShape } from '#lib/identity/sso/schema'
import { setSso } from '#lib/identity/sso/set-sso'

const tag = 'Account'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the identity provider',
    tag,
    permission: 'sso.read',
    response: item(SsoShape),
    handler: (ctx) => getSso(ctx),
  }),
  PUT: route({
    summary: 'Set the identity provider',
    description:
      'OpenID Connect: the discovery document of the issuer is read first; the first time `issuer`, `client_id`, `client_secret` and `domains` are required. SAML 2.0: the first time `protocol`, `domains`, and `metadata` or `issuer`, `sso_url` and `certificates`. An added certificate, or trust in the second factor of the provider, ends the links of other administrators, who link again by their passwords.',
    tag,
    permission: 'sso.change',
    body: SsoInput,
    response: item(SsoShape),
    handler: (ctx, { body }) => setSso(ctx, body),
  }),
  DELETE: route({
    summary: 'Remove the identity provider',
    tag,
    permission: 'sso.change',
    refusals: ['not_found'],
    response: noContent(),
    handler: (ctx) => removeSso(ctx),
  }),
})
