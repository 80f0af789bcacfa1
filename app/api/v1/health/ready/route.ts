import { readiness, readinessResponse } from '#lib/http/health'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Check that the service is ready',
    tag: 'Health',
    permission: 'public',
    response: readinessResponse(),
    handler: () => readiness(),
  }),
})
