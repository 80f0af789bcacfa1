import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { getProcessStatistics } from '#lib/processes/list/statistics'
import { ProcessStatisticsShape } from '#lib/processes/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the statistics of signature processes',
    description: 'Counts only processes that the caller can see.',
    tag: 'Signature processes',
    permission: 'process.read',
    response: item(ProcessStatisticsShape),
    handler: (ctx) => getProcessStatistics(ctx),
  }),
})
