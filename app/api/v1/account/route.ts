import { one } from '#lib/http/answer'
import { methods, route } from '#lib/http/route'
import { getAccount } from '#lib/identity/get-account'
import { AccountShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the account',
    tag: 'Account',
    action: 'account.read',
    answer: one(AccountShape),
    verb: (ctx) => getAccount(ctx),
  }),
})
