import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { AUDIT_GROUP } from '#lib/audit/events'
import { env } from '#lib/core/env'
import { type Permission, policy, type Rule } from '#lib/policy'
import { auditEventData, eventData, makeDeliverySchema, testDelivery } from '#lib/webhooks/event-data'
import { DISABLE_AFTER_DAYS, MAX_ATTEMPTS, webhookEvents } from '#lib/webhooks/rules'
import type { Endpoint } from '../http/endpoints.ts'
import type { MultipartBody } from '../http/request/multipart.ts'
import { pageBody } from '../http/request/paging.ts'
import { isTextBody } from '../http/request/text-body.ts'
import { REPLAYED_ERRORS } from '../http/response/error-response.ts'
import { describeAll } from './describe.ts'
import { listErrorCodes } from './error-codes.ts'
import { getFormFile } from './form-files.ts'
import { components, ErrorShape, headersNamed } from './openapi-parts.ts'
import { removeBesideRefs, simplifySchema } from './openapi-schemas.ts'
import { makeExample, type Schema, type Schemas } from './schema-example.ts'
import { tags } from './tags.ts'

const STANDARD_WEBHOOKS_URL = 'https://www.standardwebhooks.com/'

export type OpenApi = ReturnType<typeof openApi>

const apiDescription = `An electronic-signature service. Upload PDFs, define who signs where, send, and download the sealed files.

Every response carries \`X-Request-Id\`, and \`X-RateLimit-Limit\` and \`X-RateLimit-Remaining\` where a limit applies. An
unsupported method on an existing path gets 405 with \`Allow\`; \`OPTIONS\` gets 204 with \`Allow\`; \`HEAD\` works
wherever \`GET\` does. A record is returned as \`{"data": {…}}\`, a list as \`{"data": […], "links": {…}, "meta": {…}}\`,
an error as \`{"error": {…}}\`. Times are ISO 8601 in UTC, ids are integers. Webhooks follow [Standard Webhooks](${STANDARD_WEBHOOKS_URL}).`

/** The OpenAPI 3.1 document of all endpoints, made from their declarations. */
export function openApi(endpoints: Endpoint[]) {
  const paths: ZodOpenApiPathsObject = {}
  for (const endpoint of inReadingOrder(endpoints)) {
    const method = endpoint.method.toLowerCase() as 'get'
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: describeOperation(endpoint) }
  }
  const usedTags = new Set(endpoints.map(({ declaration }) => declaration.tag))
  const tagNames = [...new Set([...Object.keys(tags), ...usedTags])].filter((name) => usedTags.has(name))
  const description: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'Paraph API',
      version: '1.1',
      description: apiDescription,
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: env().appUrl }],
    security: [{ bearer: [] }],
    tags: tagNames.map((name) => ({ name, description: tags[name] })),
    paths,
    webhooks: describeWebhooks(),
    components,
  }
  const document = createDocument(description, {
    override: simplifySchema,
    allowEmptySchema: { custom: true },
  })
  removeBesideRefs(document)
  describeAll(document as Parameters<typeof describeAll>[0])
  return withExamples(document)
}

const deliveryResponse =
  `Received. Any other response is retried, up to ${MAX_ATTEMPTS} attempts in about three days; later events of the same process wait. ` +
  `410 switches the webhook off at once, and so do ${DISABLE_AFTER_DAYS} days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. ` +
  'A test event, and a replay of a delivery that has ended, are not retried.'

/** The deliveries to the tenant's endpoints, by event type. */
function describeWebhooks(): ZodOpenApiPathsObject {
  const known = webhookEvents.map((name) => ({ name, type: z.literal(name), ...eventData[name] }))
  const events = [...known, { name: AUDIT_GROUP, ...auditEventData }].map(({ type, data, ...event }) => ({
    ...event,
    schema: makeDeliverySchema(type, data),
  }))
  return Object.fromEntries(
    [...events, testDelivery].map(({ name, description, schema }) => {
      const content = { 'application/json': { schema } }
      const responses = { '2XX': { description: deliveryResponse } }
      return [
        name,
        { post: { summary: description, tags: ['Webhooks'], requestBody: { content }, responses } },
      ]
    }),
  )
}

type Content = Record<string, { schema?: unknown; example?: unknown }>

/** Adds a complete example to every request body and every body of a successful response. */
function withExamples(document: ReturnType<typeof createDocument>) {
  const schemas = (document.components?.schemas ?? {}) as Schemas
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const { requestBody, responses = {} } of Object.values(item) as ZodOpenApiOperationObject[]) {
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      for (const body of [requestBody, ...successes.map(([, response]) => response)])
        addExamples((body as { content?: Content } | undefined)?.content ?? {}, schemas, path)
    }
  }
  return document
}

function addExamples(content: Content, schemas: Schemas, path: string): void {
  for (const [type, media] of Object.entries(content)) {
    const schema = media.schema as Schema
    const isFile = schema.format === 'binary' || (type.startsWith('text/') && schema.example === undefined)
    if (isFile) continue
    media.example = listExample(schema, schemas, path) ?? makeExample(schema, schemas, path)
  }
}

/** The example of a list in numbered pages, with links to its own path; null for anything else. */
function listExample({ properties = {}, ...schema }: Schema, schemas: Schemas, path: string) {
  const { links, meta, ...otherMembers } = properties
  if (!links || !meta?.properties?.total) return null
  const required = schema.required?.filter((name) => name in otherMembers)
  const body = makeExample({ ...schema, properties: otherMembers, required }, schemas, path) as {
    data: unknown[]
  }
  const url = new URL(env().appUrl + path.replaceAll(/\{\w+\}/g, '7'))
  return { ...body, ...pageBody({ items: body.data, total: 2, page: 1, perPage: 1 }, url) }
}

/** In the order of the chapters (tags), otherwise unchanged. */
function inReadingOrder(endpoints: Endpoint[]): Endpoint[] {
  const order = Object.keys(tags)
  // Unknown tags come last.
  const tagIndex = ({ declaration: { tag } }: Endpoint) =>
    order.includes(tag) ? order.indexOf(tag) : order.length
  return endpoints.toSorted((a, b) => tagIndex(a) - tagIndex(b))
}

function describeOperation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { method, declaration } = endpoint
  const { summary, description, tag, permission, params, query, bearer, conditional } = declaration
  const isReplayable = method === 'POST'
  const needsNoBearer = (permission === 'public' && !bearer) || permission === 'signer'
  const text = [description, formatPermission(permission)].filter(Boolean).join('\n\n')
  return {
    operationId: endpoint.id,
    summary,
    ...(text ? { description: text } : {}),
    tags: [tag],
    ...(needsNoBearer ? { security: [] } : {}),
    requestParams: {
      ...(params ? { path: params as z.ZodObject } : {}),
      ...(query ? { query: query as z.ZodObject } : {}),
    },
    ...headerParameters(isReplayable && 'IdempotencyKey', conditional === true && 'IfMatch'),
    ...describeBody(declaration.body, endpoint.path),
    responses: { ...describeResponses(endpoint, isReplayable), ...describeErrorResponses(endpoint) },
    ...getRule(permission),
  }
}

function headerParameters(...names: (string | false)[]): Pick<ZodOpenApiOperationObject, 'parameters'> {
  const used = names.filter((name) => name !== false)
  return used.length > 0
    ? { parameters: used.map((name) => ({ $ref: `#/components/parameters/${name}` })) }
    : {}
}

/** The policy of a permission, machine-readable; the kind of access for `public` and `signer`, which have none. */
function getRule(permission: string) {
  const rule = policy[permission as Permission]
  if (!rule) return { 'x-access': permission }
  const { keysOnly, scope, roles }: Rule = rule
  return { 'x-access': 'bearer', 'x-action': permission, 'x-roles': keysOnly ? [] : roles, 'x-scope': scope }
}

/** The policy of a permission, for humans. */
function formatPermission(permission: string): string | null {
  const rule: Rule | undefined = policy[permission as Permission]
  if (!rule) return null
  const roles = rule.roles.map((role) => `\`${role}\``).join(', ')
  if (rule.keysOnly)
    return `Only for API keys: they need the scope \`${rule.scope}\`, and their creator the role ${roles}.`
  return rule.scope
    ? `Roles: ${roles}. API keys need the scope \`${rule.scope}\`${rule.live ? '; test keys are not allowed' : ''}.`
    : `Roles: ${roles}. Not for API keys: a user must be signed in.`
}

function describeBody(body: unknown, path: string): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (!body) return {}
  if ('multipart' in (body as object)) {
    const { fileField, fields = z.object({}) } = body as MultipartBody
    const { description, contentTypes } = getFormFile(path)
    const bytes = z.string().meta({ description, example: '<bytes>', override: { format: 'binary' } })
    const form = z.object({ [fileField]: bytes, ...fields.shape })
    const encoding = {
      [fileField]: { contentType: [...contentTypes, 'application/octet-stream'].join(', ') },
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form, encoding } } } }
  }
  if (isTextBody(body)) {
    const schema = z.string().meta({ example: body.example })
    return { requestBody: { required: true, content: { 'text/plain': { schema } } } }
  }
  const schema = body as z.ZodType
  // An empty body counts as {}.
  const required = !schema.safeParse({}).success
  return { requestBody: { required, content: { 'application/json': { schema } } } }
}

/** A text is a string; `binary` are bytes. */
function fileSchema(mediaType: string): Schema {
  return mediaType.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }
}

function describeResponses(
  { declaration: { response } }: Endpoint,
  isReplayable: boolean,
): ZodOpenApiResponsesObject {
  const commonHeaders = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const
  const { status, bodySchema: schema, media = [], others = {}, located, versioned } = response
  const isFile = media.length > 0
  const fileHeaders = isFile ? (['Content-Disposition', 206 in others && 'Accept-Ranges'] as const) : []
  const headers = headersNamed(
    ...commonHeaders,
    located === true && 'Location',
    isReplayable && 'Idempotent-Replayed',
    (isFile || 304 in others || versioned === true) && 'ETag',
    ...fileHeaders,
  )
  const content = {
    ...(schema && schema !== 'file' ? { 'application/json': { schema } } : {}),
    ...Object.fromEntries(media.map((type) => [type, { schema: fileSchema(type) }])),
  }
  const success = {
    description: statusTexts[status] ?? 'Done.',
    headers,
    ...(Object.keys(content).length > 0 ? { content } : {}),
  }
  const otherResponses = Object.entries(others).map(([code, description]) => {
    const body = code === '206' || code === '503' ? { content } : {}
    const repeatedHeaders = code === '206' || code === '304' ? (['ETag', ...fileHeaders] as const) : []
    const headers = headersNamed(...commonHeaders, ...repeatedHeaders, code === '206' && 'Content-Range')
    return [code, { description, headers, ...body }]
  })
  return { [`${status}`]: success, ...Object.fromEntries(otherResponses) }
}

const statusTexts: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'No content',
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Another method of this path',
  409: 'Conflict',
  412: 'Precondition failed',
  416: 'Range not satisfiable',
  422: 'Unprocessable content',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Unavailable or overloaded',
  507: 'Storage full',
}

function describeErrorResponses(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const mayBeStored = endpoint.method === 'POST' && endpoint.declaration.permission !== 'public'
  const responses = [...listErrorCodes(endpoint)].map(([status, codes]) => {
    const isStored = mayBeStored && codes.some((code) => REPLAYED_ERRORS.has(code))
    const headers = headersNamed(
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      status === 401 && 'WWW-Authenticate',
      status === 405 && 'Allow',
      status === 416 && 'Content-Range',
      status === 429 && 'X-RateLimit-Reset',
      (status === 429 || status === 503 || status === 507) && 'Retry-After',
      isStored && 'Idempotent-Replayed',
    )
    const examples = Object.fromEntries(
      codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
    )
    const description = `${statusTexts[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}.`
    const content = { 'application/json': { schema: ErrorShape, examples } }
    return [status, { description, headers, content, 'x-codes': codes }]
  })
  return Object.fromEntries(responses)
}
