import { IdParams } from '#lib/http/request/body'
import { zipFile } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { downloadVaultPackage } from '#lib/vault/download/download'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Download the signed PDF with its certificate and audit trail as ZIP',
    tag: 'Vault',
    permission: 'vault.read',
    params: IdParams,
    response: zipFile(),
    handler: (ctx, { params }) => downloadVaultPackage(ctx, params.id),
  }),
})
