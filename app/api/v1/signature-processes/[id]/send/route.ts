import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { ProcessShape } from '#lib/processes/schema'
import { sendProcess } from '#lib/processes/send'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Send a process to its signers',
    tag: 'Signature processes',
    action: 'process.send',
    refusals: ['invalid_state', 'quota_exceeded'],
    params: IdParams,
    response: item(ProcessShape),
    handler: (ctx, { params }) => sendProcess(ctx, params.id),
  }),
})
