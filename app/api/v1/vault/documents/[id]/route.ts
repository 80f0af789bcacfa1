import { one } from '#lib/http/answer'
import { ById } from '#lib/http/body'
import { methods, route } from '#lib/http/route'
import { getVaultDocument } from '#lib/vault/get'
import { VaultDocumentShape } from '#lib/vault/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get a vault document',
    tag: 'Vault',
    action: 'vault.read',
    params: ById,
    answer: one(VaultDocumentShape, { success: true }),
    verb: (ctx, { params }) => getVaultDocument(ctx, params.id),
  }),
})
