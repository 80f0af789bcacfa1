import { item } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { getUsage } from '#lib/identity/get-usage'
import { UsageShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get usage statistics',
    tag: 'Account',
    action: 'account.read',
    answer: item(UsageShape),
    verb: (ctx) => getUsage(ctx),
  }),
})
