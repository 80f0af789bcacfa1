import { cacheableJson } from '#lib/http/cacheable-json'
import { methods, route } from '#lib/http/route'
import { reference } from '../reference.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get this description as OpenAPI 3.1',
    description: 'Made from the code that serves; it may be kept for as long as its ETag holds.',
    tag: 'Reference',
    action: 'public',
    response: cacheableJson(),
    handler: () => reference(),
  }),
})
