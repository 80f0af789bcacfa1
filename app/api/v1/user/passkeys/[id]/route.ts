import { IdParams } from '#lib/http/request/body'
import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { deletePasskey } from '#lib/identity/factors/delete-passkey'
import { renamePasskey } from '#lib/identity/factors/rename-passkey'
import { PasskeyChangeInput, PasskeyShape } from '#lib/identity/factors/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PATCH: route({
    summary: 'Rename a passkey',
    tag: 'Second factor',
    permission: 'factor.change',
    params: IdParams,
    body: PasskeyChangeInput,
    response: item(PasskeyShape),
    handler: (ctx, { params, body }) => renamePasskey(ctx, params.id, body),
  }),
  DELETE: route({
    summary: 'Remove a passkey',
    tag: 'Second factor',
    permission: 'factor.change',
    params: IdParams,
    response: noContent(),
    handler: (ctx, { params }) => deletePasskey(ctx, params.id),
  }),
})
