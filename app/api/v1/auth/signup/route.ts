import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { requireOpenSignUp, signUp } from '#lib/identity/account/sign-up'
import { LoginShape, SignUpInput } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Sign up: create a tenant and its first administrator',
    tag: 'Authentication',
    permission: 'public',
    refusals: ['forbidden'],
    body: SignUpInput,
    response: item(LoginShape, { status: 201, location: () => '/api/v1/account' }),
    admit: requireOpenSignUp,
    handler: (requestMeta, { body }) => signUp(requestMeta, body),
  }),
})
