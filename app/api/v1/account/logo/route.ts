import { multipart } from '#lib/http/request/multipart'
import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { removeLogo, setLogo } from '#lib/identity/account/set-logo'
import { AccountShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: route({
    summary: 'Set the logo',
    description:
      'A PNG of at most 2 MB. It is scaled down to 384 by 64 pixels, and shown on signing pages, in emails and in certificates of completion.',
    tag: 'Account',
    permission: 'tenant.manage',
    body: multipart(),
    response: item(AccountShape),
    handler: (ctx, { body }) => setLogo(ctx, body),
  }),
  DELETE: route({
    summary: 'Remove the logo',
    tag: 'Account',
    permission: 'tenant.manage',
    refusals: ['not_found'],
    response: noContent(),
    handler: (ctx) => removeLogo(ctx),
  }),
})
