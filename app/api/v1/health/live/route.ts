import { LivenessShape } from '#lib/http/health'
import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Check that the service is alive',
    tag: 'Health',
    permission: 'public',
    response: plainJson(LivenessShape),
    handler: async () => ({ status: 'ok' as const, checks: {} }),
  }),
})
