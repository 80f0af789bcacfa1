import { one } from '#lib/http/answer'
import { methods, route } from '#lib/http/route'
import { login } from '#lib/identity/login'
import { LoginInput, LoginShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Sign in with e-mail and password',
    tag: 'Authentication',
    action: 'public',
    refusals: ['invalid_credentials'],
    body: LoginInput,
    answer: one(LoginShape),
    verb: (visit, { body }) => login(visit, body),
  }),
})
