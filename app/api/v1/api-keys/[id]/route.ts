import { IdParams } from '#lib/http/request/body'
import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { deleteApiKey } from '#lib/identity/api-keys/delete-api-key'
import { getApiKey } from '#lib/identity/api-keys/get-api-key'
import { ApiKeyShape } from '#lib/identity/api-keys/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get an API key',
    tag: 'API keys',
    permission: 'api_key.read',
    params: IdParams,
    response: item(ApiKeyShape),
    handler: (ctx, { params }) => getApiKey(ctx, params.id),
  }),
  DELETE: route({
    summary: 'Delete an API key',
    description:
      'The key stops working immediately, also while the organisation is suspended. A test key can delete only test keys.',
    tag: 'API keys',
    permission: 'api_key.delete',
    params: IdParams,
    response: noContent(),
    handler: (ctx, { params }) => deleteApiKey(ctx, params.id),
  }),
})
