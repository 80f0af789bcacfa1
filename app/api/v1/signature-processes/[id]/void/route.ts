import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { VoidInput } from '#lib/processes/input'
import { ProcessShape } from '#lib/processes/schema'
import { voidProcess } from '#lib/processes/void'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Void a completed process',
    description:
      'Declares that the parties no longer want what was signed. The signed files and the evidence stay; the process, its audit trail and `POST /verify` say that it is void, and the people who have the signed documents get an email with the reason, unless `options.enable_notifications` is false: then tell them yourself. The archive address gets none.',
    tag: 'Signature processes',
    permission: 'process.send',
    refusals: ['invalid_state'],
    params: IdParams,
    body: VoidInput,
    response: item(ProcessShape),
    handler: (ctx, { params, body }) => voidProcess(ctx, params.id, body),
  }),
})
