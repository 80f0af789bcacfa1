import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { RemindInput } from '#lib/processes/input'
import { ProcessShape } from '#lib/processes/schema'
import { remindProcess } from '#lib/processes/signers/remind'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Remind the signers whose turn it is',
    description: 'A signer is reminded at most once a minute.',
    tag: 'Signature processes',
    permission: 'process.send',
    refusals: ['invalid_state'],
    params: IdParams,
    body: RemindInput,
    response: item(ProcessShape),
    handler: (ctx, { params, body }) => remindProcess(ctx, params.id, body),
  }),
})
