import { IdParams } from '#lib/http/request/body'
import { file } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { downloadVaultDocument } from '#lib/vault/download/download'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Download the signed PDF',
    tag: 'Vault',
    permission: 'vault.read',
    params: IdParams,
    response: file('application/pdf'),
    handler: (ctx, { params }) => downloadVaultDocument(ctx, params.id),
  }),
})
