import { IdParams } from '#lib/http/request/body'
import { item, versioned } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { tagVaultDocument } from '#lib/vault/archive'
import { getTagsVersion } from '#lib/vault/present'
import { TagsInput, VaultDocumentShape } from '#lib/vault/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: route({
    summary: 'Replace the tags of a vault document',
    tag: 'Vault',
    permission: 'vault.write',
    conditional: true,
    params: IdParams,
    body: TagsInput,
    response: versioned(item(VaultDocumentShape, { success: true }), getTagsVersion),
    handler: (ctx, { params, body, ifMatch }) => tagVaultDocument(ctx, params.id, body.tags, ifMatch),
  }),
})
