import { IdParams } from '#lib/http/request/body'
import { file } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { downloadCertificate } from '#lib/vault/download/of-process'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Download the certificate of completion',
    description:
      'As it was sealed at the completion, also when the process was declared void later: the page to which its QR code leads says so.',
    tag: 'Signature processes',
    permission: 'process.read',
    refusals: ['invalid_state'],
    params: IdParams,
    response: file('application/pdf'),
    handler: (ctx, { params }) => downloadCertificate(ctx, params.id),
  }),
})
