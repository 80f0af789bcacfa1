import { Paging } from '#lib/http/request/paging'
import { item, page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { createApiKey } from '#lib/identity/api-keys/create-api-key'
import { listApiKeys } from '#lib/identity/api-keys/list-api-keys'
import { ApiKeyFilters, ApiKeyShape, CreatedApiKeyShape, NewApiKeyInput } from '#lib/identity/api-keys/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List API keys',
    tag: 'API keys',
    permission: 'api_key.read',
    query: Paging.extend(ApiKeyFilters.shape),
    response: page(ApiKeyShape),
    handler: (ctx, { query }) => listApiKeys(ctx, query),
  }),
  POST: route({
    summary: 'Create an API key',
    description:
      'The complete key is in this response only. An API key cannot create a key with more rights than its own, and a test key can create only test keys.',
    tag: 'API keys',
    permission: 'api_key.create',
    body: NewApiKeyInput,
    response: item(CreatedApiKeyShape, {
      status: 201,
      repeated: ['key'],
      location: ({ id }) => `/api/v1/api-keys/${id}`,
    }),
    handler: (ctx, { body }) => createApiKey(ctx, body),
  }),
})
