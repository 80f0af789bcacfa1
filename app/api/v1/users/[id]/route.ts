import { none, one } from '#lib/http/answer'
import { ById } from '#lib/http/body'
import { methods, route } from '#lib/http/route'
import { deleteUser } from '#lib/identity/delete-user'
import { getUser } from '#lib/identity/get-user'
import { UserChangeInput, UserShape } from '#lib/identity/schema'
import { updateUser } from '#lib/identity/update-user'

const common = { tag: 'Users', action: 'user.manage', params: ById } as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    ...common,
    summary: 'Get a user',
    answer: one(UserShape),
    verb: (ctx, { params }) => getUser(ctx, params.id),
  }),
  PUT: route({
    ...common,
    summary: 'Change a user',
    description: 'Nobody changes their own role; the last administrator stays one (409).',
    refusals: ['invalid_state'],
    body: UserChangeInput,
    answer: one(UserShape),
    verb: (ctx, { params, body }) => updateUser(ctx, params.id, body),
  }),
  DELETE: route({
    ...common,
    summary: 'Delete a user',
    description: 'For good: sessions and API keys end. Documents stay with the tenant.',
    refusals: ['invalid_state'],
    answer: none(),
    verb: (ctx, { params }) => deleteUser(ctx, params.id),
  }),
})
