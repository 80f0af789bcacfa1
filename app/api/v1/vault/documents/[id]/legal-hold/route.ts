import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { setLegalHold } from '#lib/vault/legal-hold'
import { LegalHoldInput, VaultDocumentShape } from '#lib/vault/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: route({
    summary: 'Set or release a legal hold',
    description: 'Under legal hold a document cannot be deleted, whatever its retention.',
    tag: 'Vault',
    permission: 'vault.hold',
    params: IdParams,
    body: LegalHoldInput,
    response: item(VaultDocumentShape, { success: true }),
    handler: (ctx, { params, body }) => setLegalHold(ctx, params.id, body),
  }),
})
