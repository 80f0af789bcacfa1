import { notFound } from '#lib/core/errors'
import { IdParams } from '#lib/http/request/body'
import { noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { unlinkUser } from '#lib/identity/sso/unlink-user'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: route({
    summary: 'Unlink a user from identity providers',
    description:
      'For a user whose identifier at the provider has changed, so that single sign-on refuses them: ends the links to accounts at identity providers, and the sessions. The next sign-in at the provider links the user again by the email address, an administrator only with their password. The user gets an email. 404 for a user without a link. An API key needs the scope `admins` for an administrator.',
    tag: 'Users',
    permission: 'user.unlink_provider',
    params: IdParams,
    response: noContent(),
    async handler(ctx, { params }) {
      if ((await unlinkUser(ctx, params.id)) === 0) throw notFound()
    },
  }),
})
