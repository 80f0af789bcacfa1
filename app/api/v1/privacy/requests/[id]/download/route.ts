import { IdParams } from '#lib/http/request/body'
import { zipFile } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { downloadExport } from '#lib/privacy/export/download'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Download exported data',
    description:
      'A ZIP of `data.json`, the files that the person signed, those that they added as a signer, the pictures of their signatures and a manifest. The download is recorded.',
    tag: 'Privacy',
    permission: 'privacy.read',
    refusals: ['invalid_state'],
    params: IdParams,
    response: zipFile(),
    handler: (ctx, { params }) => downloadExport(ctx, params.id),
  }),
})
