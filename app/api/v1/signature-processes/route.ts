import { Paging } from '#lib/http/request/paging'
import { item, page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { createProcess } from '#lib/processes/create'
import { CreateProcess } from '#lib/processes/input'
import { listProcesses } from '#lib/processes/list/list'
import { ProcessFilters } from '#lib/processes/list/schema'
import { ProcessShape } from '#lib/processes/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List signature processes',
    tag: 'Signature processes',
    permission: 'process.read',
    query: Paging.extend(ProcessFilters.shape),
    response: page(ProcessShape),
    handler: (ctx, { query }) => listProcesses(ctx, query),
  }),
  POST: route({
    summary: 'Create a signature process',
    tag: 'Signature processes',
    permission: 'process.write',
    description:
      'A draft, with its fields and preset values in the same request. With `send` it is sent at once; if it cannot be sent, nothing is created.',
    refusals: ['invalid_state', 'quota_exceeded', 'email_not_confirmed'],
    body: CreateProcess,
    response: item(ProcessShape, { status: 201, location: ({ id }) => `/api/v1/signature-processes/${id}` }),
    handler: (ctx, { body }) => createProcess(ctx, body),
  }),
})
