import { IdParams } from '#lib/http/request/body'
import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { DeleteUserQuery, UserChangeInput, UserShape } from '#lib/identity/schema'
import { deleteUser } from '#lib/identity/users/delete-user'
import { getUser } from '#lib/identity/users/get-user'
import { updateUser } from '#lib/identity/users/update-user'

const common = { tag: 'Users', params: IdParams } as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    ...common,
    summary: 'Get a user',
    permission: 'user.read',
    response: item(UserShape),
    handler: (ctx, { params }) => getUser(ctx, params.id),
  }),
  PUT: route({
    ...common,
    summary: 'Change a user',
    description:
      'Users cannot change their own role, and an API key cannot change that of its creator (403); the last administrator cannot lose the role (409). A new `email` is `pending_email` until its owner follows the link in the confirmation email; the old address is notified; the present `email`, as the only member, cancels that. An API key needs the scope `admins` to change a role or anything about an administrator, and to change a user’s address its scopes must cover everything that user may do. All administrators get an email about a changed role.',
    permission: 'user.manage',
    refusals: ['invalid_state', 'reauthentication_required', 'email_not_confirmed'],
    body: UserChangeInput,
    response: item(UserShape),
    handler: (ctx, { params, body }) => updateUser(ctx, params.id, body),
  }),
  DELETE: route({
    ...common,
    summary: 'Delete a user',
    description: 'Permanent: the user’s sessions and API keys end. Documents stay with the tenant.',
    permission: 'user.manage',
    refusals: ['invalid_state'],
    query: DeleteUserQuery,
    response: noContent(),
    handler: (ctx, { params, query }) => deleteUser(ctx, params.id, query.successor),
  }),
})
