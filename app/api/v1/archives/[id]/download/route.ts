import { IdParams } from '#lib/http/request/body'
import { zipFile } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { downloadArchive } from '#lib/vault/download/of-process'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Download all files of a completed process as ZIP',
    description:
      'A process that was declared void can still be downloaded; `audit-trail.json` and `audit-trail-with-later-events.pdf` say that it is void.',
    tag: 'Archives',
    permission: 'vault.read',
    refusals: ['invalid_state'],
    params: IdParams,
    response: zipFile(),
    handler: (ctx, { params }) => downloadArchive(ctx, params.id),
  }),
})
