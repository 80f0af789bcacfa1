import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { duplicateProcess } from '#lib/processes/duplicate'
import { ProcessShape } from '#lib/processes/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Duplicate a process',
    description:
      'A process in any status becomes a new draft in the same folder, with the same people, fields, message and options, and copies of the documents as they were uploaded, which use no quota. What signers entered is left out, and so are `external_id` and `metadata`, deleted documents and erased people.',
    tag: 'Signature processes',
    permission: 'process.write',
    params: IdParams,
    response: item(ProcessShape, {
      status: 201,
      location: ({ id }) => `/api/v1/signature-processes/${id}`,
    }),
    handler: (ctx, { params }) => duplicateProcess(ctx, params.id),
  }),
})
