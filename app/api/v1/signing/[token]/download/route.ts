import { file } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { downloadSigned } from '#lib/signing/download'
import { ByToken, DownloadQuery } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Download the signed document once the process is completed',
    description:
      'Documents that were deleted from the vault are not in the ZIP, and one that is asked for by its id is refused with 409.',
    tag: 'Signing',
    permission: 'signer',
    refusals: ['forbidden', 'invalid_state'],
    params: ByToken,
    query: DownloadQuery,
    response: file('application/pdf', 'application/zip'),
    handler: (ctx, { query }) => downloadSigned(ctx, query.document_id),
  }),
})
