import { one } from '#lib/http/answer'
import { methods, route } from '#lib/http/route'
import { getUsage } from '#lib/identity/get-usage'
import { UsageShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get usage statistics',
    tag: 'Account',
    action: 'account.read',
    answer: one(UsageShape),
    verb: (ctx) => getUsage(ctx),
  }),
})
