import { Paging } from '#lib/http/paging'
import { item, page } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { createUser } from '#lib/identity/create-user'
import { listUsers } from '#lib/identity/list-users'
import { NewUserInput, UserFilters, UserShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List users',
    tag: 'Users',
    action: 'user.read',
    query: Paging.extend(UserFilters.shape),
    response: page(UserShape),
    handler: (ctx, { query }) => listUsers(ctx, query),
  }),
  POST: route({
    summary: 'Create a user',
    description:
      'With a password, or with `send_invitation`: then they choose their own. A key acts with the rights its creator has now, and gives no role that may do what its own scopes do not allow; to make a `tenant_admin` it needs the scope `admins`. All administrators get a mail about a new one.',
    tag: 'Users',
    action: 'user.invite',
    refusals: ['reauthentication_required'],
    body: NewUserInput,
    response: item(UserShape, { status: 201, location: ({ id }) => `/api/v1/users/${id}` }),
    handler: (ctx, { body }) => createUser(ctx, body),
  }),
})
