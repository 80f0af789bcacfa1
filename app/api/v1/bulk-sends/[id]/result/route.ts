import { downloadBulkResult } from '#lib/bulk/result'
import { IdParams } from '#lib/http/request/body'
import { file } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Download the result of a bulk send',
    description:
      'A CSV: the list with the status, the process and the error of each row. `row` counts from 1. Rows whose process has been moved to a folder that the caller has no access to are left out.',
    tag: 'Templates',
    permission: 'process.read',
    params: IdParams,
    response: file('text/csv'),
    handler: (ctx, { params }) => downloadBulkResult(ctx, params.id),
  }),
})
