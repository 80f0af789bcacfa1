import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { createRecoveryCodes, getRecoveryCodes } from '#lib/identity/factors/recovery-codes'
import { NewRecoveryCodesShape, RecoveryCodesShape } from '#lib/identity/factors/schema'

const tag = 'Second factor'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Count your recovery codes',
    tag,
    permission: 'factor.read',
    response: item(RecoveryCodesShape),
    handler: (ctx) => getRecoveryCodes(ctx),
  }),
  POST: route({
    summary: 'Create new recovery codes',
    description: 'Ten codes, each for one sign-in without the second factor. The earlier ones stop working.',
    tag,
    permission: 'factor.change',
    response: item(NewRecoveryCodesShape, { status: 201, location: () => '/api/v1/user/recovery-codes' }),
    handler: (ctx) => createRecoveryCodes(ctx),
  }),
})
