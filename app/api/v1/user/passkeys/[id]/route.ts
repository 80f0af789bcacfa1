import { IdParams } from '#lib/http/request/body'
import { noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { deletePasskey } from '#lib/identity/factors/delete-passkey'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: route({
    summary: 'Remove a passkey',
    tag: 'Second factor',
    action: 'factor.change',
    params: IdParams,
    response: noContent(),
    handler: (ctx, { params }) => deletePasskey(ctx, params.id),
  }),
})
