import { Paging } from '#lib/http/request/paging'
import { page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { listVaultDocuments } from '#lib/vault/list'
import { VaultDocumentShape, VaultFilters } from '#lib/vault/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List the signed documents in the vault',
    description: 'Archived documents are left out unless `status=archived`.',
    tag: 'Vault',
    permission: 'vault.read',
    query: Paging.extend(VaultFilters.shape),
    response: page(VaultDocumentShape, { success: true }),
    handler: (ctx, { query }) => listVaultDocuments(ctx, query),
  }),
})
