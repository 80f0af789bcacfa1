import { Paging } from '#lib/http/request/paging'
import { item, page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { NewUserInput, UserShape } from '#lib/identity/schema'
import { createUser } from '#lib/identity/users/create-user'
import { listUsers } from '#lib/identity/users/list-users'
import { UserFilters } from '#lib/identity/users/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List users',
    tag: 'Users',
    permission: 'user.read',
    query: Paging.extend(UserFilters.shape),
    response: page(UserShape),
    handler: (ctx, { query }) => listUsers(ctx, query),
  }),
  POST: route({
    summary: 'Create a user',
    description:
      'Either with a password, or with `send_invitation`: then the user chooses one, or signs in through the identity provider where the organisation requires that. An API key has the rights its creator has now and cannot assign a role that exceeds its own scopes; to create a `tenant_admin` it needs the scope `admins`. With the address of a user whom the directory (SCIM) has suspended, that user comes back, with the given name and role and the same id. All administrators get an email about a new administrator.',
    tag: 'Users',
    permission: 'user.invite',
    refusals: ['reauthentication_required'],
    body: NewUserInput,
    response: item(UserShape, { status: 201, location: ({ id }) => `/api/v1/users/${id}` }),
    handler: (ctx, { body }) => createUser(ctx, body),
  }),
})
