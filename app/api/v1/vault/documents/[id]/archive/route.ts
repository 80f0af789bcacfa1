import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { archiveVaultDocument } from '#lib/vault/archive'
import { VaultDocumentShape } from '#lib/vault/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Archive a vault document',
    tag: 'Vault',
    permission: 'vault.write',
    params: IdParams,
    response: item(VaultDocumentShape, { success: true }),
    handler: (ctx, { params }) => archiveVaultDocument(ctx, params.id),
  }),
})
