import { item } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { getAccount } from '#lib/identity/get-account'
import { AccountChangeInput, AccountShape } from '#lib/identity/schema'
import { updateAccount } from '#lib/identity/update-account'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the account',
    tag: 'Account',
    action: 'account.read',
    response: item(AccountShape),
    handler: (ctx) => getAccount(ctx),
  }),
  PATCH: route({
    summary: 'Change the account',
    tag: 'Account',
    action: 'tenant.manage',
    body: AccountChangeInput,
    response: item(AccountShape),
    handler: (ctx, { body }) => updateAccount(ctx, body),
  }),
})
