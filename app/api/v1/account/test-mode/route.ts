import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { setTestMode } from '#lib/identity/account/set-test-mode'
import { TestModeShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: route({
    summary: 'Switch test mode',
    description: 'For this session, from its next request on. The mode of an API key is fixed by its prefix.',
    tag: 'Account',
    permission: 'session.write',
    body: TestModeShape,
    response: item(TestModeShape),
    handler: (ctx, { body }) => setTestMode(ctx, body),
  }),
})
