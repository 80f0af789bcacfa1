import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { tagVaultDocument } from '#lib/vault/archive'
import { TagsInput, VaultDocumentShape } from '#lib/vault/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: route({
    summary: 'Replace the tags of a vault document',
    tag: 'Vault',
    permission: 'vault.write',
    params: IdParams,
    body: TagsInput,
    response: item(VaultDocumentShape, { success: true }),
    handler: (ctx, { params, body }) => tagVaultDocument(ctx, params.id, body.tags),
  }),
})
