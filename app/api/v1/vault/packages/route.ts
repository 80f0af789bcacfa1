import { zipFile } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { downloadVaultPackages } from '#lib/vault/download/download'
import { PackagesQuery } from '#lib/vault/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Download several vault documents with their evidence as one ZIP',
    description: 'Each document has a numbered folder with its signed PDF, certificate and audit trail.',
    tag: 'Vault',
    permission: 'vault.read',
    query: PackagesQuery,
    refusals: ['not_found'],
    response: zipFile(),
    handler: (ctx, { query }) => downloadVaultPackages(ctx, query.ids),
  }),
})
