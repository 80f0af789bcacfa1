import { documentReferences } from '#lib/document-references'
import { IdParams } from '#lib/http/request/body'
import { item, noContent, versioned } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { deleteVaultDocument } from '#lib/vault/delete'
import { getVaultDocument } from '#lib/vault/get'
import { getTagsVersion } from '#lib/vault/present'
import { VaultDocumentDetailShape } from '#lib/vault/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get a vault document',
    tag: 'Vault',
    permission: 'vault.read',
    params: IdParams,
    response: versioned(item(VaultDocumentDetailShape, { success: true }), getTagsVersion),
    handler: (ctx, { params }) => getVaultDocument(ctx, params.id),
  }),
  DELETE: route({
    summary: 'Delete a vault document after its retention, or one of test mode',
    description:
      'Deletes the signed file for good, and the upload unless a template uses it; with the last document of a process also its evidence files and the files that signers added. Before the retention ends it is refused with `deletable_at`, except in test mode, and always under legal hold. The audit trail of the process stays and names the deleted file by its SHA-256.',
    tag: 'Vault',
    permission: 'vault.delete',
    refusals: ['invalid_state'],
    conditional: true,
    params: IdParams,
    response: noContent(),
    handler: (ctx, { params, ifMatch }) => deleteVaultDocument(ctx, params.id, documentReferences, ifMatch),
  }),
})
