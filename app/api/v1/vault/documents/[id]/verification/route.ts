import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { VerificationShape } from '#lib/signing/verify/schema'
import { verifyVaultDocument } from '#lib/signing/verify/verify-vault-document'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Verify a vault document',
    description:
      'Verifies every signature of the stored file now, and returns the same report as `POST /verify`.',
    tag: 'Vault',
    permission: 'vault.read',
    params: IdParams,
    response: item(VerificationShape, { success: true }),
    handler: (ctx, { params }) => verifyVaultDocument(ctx, params.id),
  }),
})
