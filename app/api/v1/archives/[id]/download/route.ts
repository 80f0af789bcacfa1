import { bundle } from '#lib/http/answer'
import { ById } from '#lib/http/body'
import { methods, route } from '#lib/http/route'
import { downloadArchive } from '#lib/vault/of-process'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Download everything a completed process left, as ZIP',
    tag: 'Archives',
    action: 'vault.read',
    refusals: ['invalid_state'],
    params: ById,
    answer: bundle(),
    verb: (ctx, { params }) => downloadArchive(ctx, params.id),
  }),
})
