import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { getAccount } from '#lib/identity/account/get-account'
import { updateAccount } from '#lib/identity/account/update-account'
import { AccountChangeInput, AccountShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the account',
    tag: 'Account',
    permission: 'account.read',
    response: item(AccountShape),
    handler: (ctx) => getAccount(ctx),
  }),
  PATCH: route({
    summary: 'Change the account',
    tag: 'Account',
    permission: 'tenant.manage',
    refusals: ['reauthentication_required'],
    body: AccountChangeInput,
    response: item(AccountShape),
    record: AccountShape.shape.tenant,
    handler: (ctx, { body }) => updateAccount(ctx, body),
  }),
})
