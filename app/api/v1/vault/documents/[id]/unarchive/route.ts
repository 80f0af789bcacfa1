import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { unarchiveVaultDocument } from '#lib/vault/archive'
import { VaultDocumentShape } from '#lib/vault/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Unarchive a vault document',
    tag: 'Vault',
    permission: 'vault.write',
    params: IdParams,
    response: item(VaultDocumentShape, { success: true }),
    handler: (ctx, { params }) => unarchiveVaultDocument(ctx, params.id),
  }),
})
