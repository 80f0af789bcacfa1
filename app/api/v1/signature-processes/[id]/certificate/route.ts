import { file } from '#lib/http/answer'
import { ById } from '#lib/http/body'
import { methods, route } from '#lib/http/route'
import { downloadCertificate } from '#lib/vault/of-process'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: route({
    summary: 'Download the certificate of completion',
    tag: 'Signature processes',
    action: 'process.read',
    params: ById,
    answer: file(),
    verb: (ctx, { params }) => downloadCertificate(ctx, params.id),
  }),
})
