import { none, one } from '#lib/http/answer'
import { ById } from '#lib/http/body'
import { methods, route } from '#lib/http/route'
import { deleteProcess } from '#lib/processes/delete'
import { getProcess } from '#lib/processes/get'
import { UpdateProcess } from '#lib/processes/input'
import { ProcessShape } from '#lib/processes/schema'
import { updateProcess } from '#lib/processes/update'

const tag = 'Signature processes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get a signature process',
    tag,
    action: 'process.read',
    params: ById,
    answer: one(ProcessShape),
    verb: (ctx, { params }) => getProcess(ctx, params.id),
  }),
  PATCH: route({
    summary: 'Change a draft',
    tag,
    action: 'process.write',
    refusals: ['invalid_state'],
    params: ById,
    body: UpdateProcess,
    answer: one(ProcessShape),
    verb: (ctx, { params, body }) => updateProcess(ctx, params.id, body),
  }),
  DELETE: route({
    summary: 'Delete a draft',
    tag,
    action: 'process.write',
    refusals: ['invalid_state'],
    params: ById,
    answer: none(),
    verb: (ctx, { params }) => deleteProcess(ctx, params.id),
  }),
})
