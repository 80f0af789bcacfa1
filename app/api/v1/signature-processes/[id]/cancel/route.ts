import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { cancelProcess } from '#lib/processes/cancel'
import { CancelInput } from '#lib/processes/input'
import { ProcessShape } from '#lib/processes/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Cancel a process',
    tag: 'Signature processes',
    permission: 'process.write',
    refusals: ['invalid_state'],
    params: IdParams,
    body: CancelInput,
    response: item(ProcessShape),
    handler: (ctx, { params, body }) => cancelProcess(ctx, params.id, body),
  }),
})
