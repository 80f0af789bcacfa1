import { IdParams } from '#lib/http/request/body'
import { noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { resetFactors } from '#lib/identity/factors/reset-factors'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: route({
    summary: 'Reset the second factor of a user',
    description:
      'For a user who has lost it: removes the authenticator app, passkeys and recovery codes. The user gets an email. 404 for a user without a second factor. An API key needs the scope `admins` for an administrator.',
    tag: 'Users',
    permission: 'user.reset_factors',
    params: IdParams,
    response: noContent(),
    handler: (ctx, { params }) => resetFactors(ctx, params.id),
  }),
})
