import { health, readiness } from '#lib/http/health'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Whether the process can serve',
    tag: 'Health',
    action: 'public',
    response: health(),
    handler: () => readiness(),
  }),
})
