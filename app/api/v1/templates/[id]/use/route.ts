import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { ProcessShape } from '#lib/processes/schema'
import { UseTemplate } from '#lib/templates/input'
import { createFromTemplate } from '#lib/templates/use'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Create a process from a template',
    description:
      'A draft, or with `send` a process that is sent at once; if it cannot be sent, nothing is created. An API key also needs the scope `templates:read`.',
    tag: 'Templates',
    permission: 'process.write',
    refusals: ['invalid_state', 'quota_exceeded', 'email_not_confirmed'],
    params: IdParams,
    body: UseTemplate,
    response: item(ProcessShape, { status: 201, location: ({ id }) => `/api/v1/signature-processes/${id}` }),
    handler: (ctx, { params, body }) => createFromTemplate(ctx, params.id, body),
  }),
})
