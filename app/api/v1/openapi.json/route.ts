import { z } from 'zod'
import { cacheableJson } from '#lib/http/response/cacheable-json'
import { methods, route } from '#lib/http/route'
import { reference } from '../reference.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get this OpenAPI 3.1 document',
    description: 'Generated from the code of the service. Cacheable: revalidate it with its ETag.',
    tag: 'Reference',
    permission: 'public',
    response: cacheableJson(
      z.record(z.string(), z.unknown()).meta({ description: 'An OpenAPI 3.1 document.' }),
    ),
    handler: () => reference(),
  }),
})
