import { Id, IdParams } from '#lib/http/request/body'
import { file } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { downloadAttachment } from '#lib/vault/download/attachment'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Download the attachment of a signer',
    description: 'The file that a signer who has signed added to a field of the type `attachment`.',
    tag: 'Signature processes',
    permission: 'process.read',
    params: IdParams.extend({ attachment: Id.meta({ description: 'The id of the attachment.' }) }),
    response: file('application/pdf', 'image/png', 'image/jpeg'),
    handler: (ctx, { params }) => downloadAttachment(ctx, params.id, params.attachment),
  }),
})
