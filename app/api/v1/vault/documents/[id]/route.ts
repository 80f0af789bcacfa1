import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { getVaultDocument } from '#lib/vault/get'
import { VaultDocumentDetailShape } from '#lib/vault/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get a vault document',
    tag: 'Vault',
    action: 'vault.read',
    params: IdParams,
    response: item(VaultDocumentDetailShape, { success: true }),
    handler: (ctx, { params }) => getVaultDocument(ctx, params.id),
  }),
})
