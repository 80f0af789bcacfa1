import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { SendInput } from '#lib/processes/input'
import { ProcessShape } from '#lib/processes/schema'
import { sendProcess } from '#lib/processes/send'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Send a process to its signers',
    tag: 'Signature processes',
    permission: 'process.send',
    editor: 'send',
    refusals: ['invalid_state', 'quota_exceeded'],
    conditional: true,
    params: IdParams,
    body: SendInput,
    response: item(ProcessShape),
    handler: (ctx, { params, body, ifMatch }) => sendProcess(ctx, params.id, body, ifMatch),
  }),
})
