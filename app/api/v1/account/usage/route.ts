import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { getUsage } from '#lib/identity/account/get-usage'
import { UsageShape } from '#lib/identity/usage-schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get usage statistics',
    tag: 'Account',
    permission: 'account.read',
    response: item(UsageShape),
    handler: (ctx) => getUsage(ctx),
  }),
})
