import { now } from '#lib/core/clock'
import { readDeviceId, remembersDevice } from '#lib/http/credentials/device-cookie'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { LoginInput, LoginShape } from '#lib/identity/schema'
import { login } from '#lib/identity/sessions/login'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Sign in with email and password',
    description:
      'Where a link sent to the address was used once, sets a cookie that marks the browser as known: failed sign-ins from elsewhere do not lock it out. A user with a second factor gets 401 `second_factor_required` with a `challenge`, for `POST /auth/second-factor`.',
    tag: 'Authentication',
    permission: 'public',
    refusals: ['invalid_credentials', 'second_factor_required', 'sso_required'],
    body: LoginInput,
    response: remembersDevice(item(LoginShape), now),
    handler: (requestMeta, { body, request }) =>
      login(requestMeta, body, readDeviceId(request, body.email, requestMeta.now)),
  }),
})
