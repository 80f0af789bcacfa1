import { z } from 'zod'
import type { Ctx } from '#lib/core/ctx'
import { AppError, notFound } from '#lib/core/errors'
import { describeCaller, describeRequest } from '#lib/core/request'
import { countCall } from '#lib/identity/account/calls'
import { emailOfSuspendedUser, emailTaken } from '#lib/identity/refusals'
import { selectAttributes } from '#lib/identity/scim/attributes'
import { getResourceTypes, getSchemas, getServiceProviderConfig } from '#lib/identity/scim/discovery'
import {
  addGroup,
  getGroup,
  listGroups,
  patchGroup,
  removeGroup,
  replaceGroup,
} from '#lib/identity/scim/groups'
import { parseScimQuery, parseSearch } from '#lib/identity/scim/query'
import { addUser, getUser, listUsers, patchUser, removeUser, replaceUser } from '#lib/identity/scim/users'
import { authenticateBearer } from '#lib/identity/sessions/authenticate'
import { assertCredential } from '#lib/identity/sessions/credential'
import { authorize } from '#lib/policy'
import { readBearer } from './credentials/credential.ts'
import { handleRequest } from './handle-request.ts'
import { limitPrincipal } from './limits.ts'
import { readJson } from './request/body.ts'
import { getUrl } from './request/url.ts'

const MAX_BODY_BYTES = 1024 * 1024
const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'

interface Call {
  ctx: Ctx
  request: Request
  /** The last part of the path; undefined for the list. */
  id: string | undefined
  query: URLSearchParams
}

/** A method of a resource; null: 204. */
type Method = (call: Call) => Promise<object | null> | object | null
type Resource = Partial<Record<string, Method>>

/** SCIM 2.0 (RFC 7644) at `/scim/v2`, by an API key with the scopes `users` and `admins`. */
export async function answerScim(request: Request): Promise<Response> {
  const response = await handleRequest(request, 'address', async (requestMeta, rates) => {
    describeRequest({ route: '/scim/v2' })
    const ctx = await authenticateBearer(readBearer(request), requestMeta)
    describeCaller(ctx)
    await limitPrincipal(ctx, rates)
    authorize(ctx, 'user.read')
    countCall(ctx)
    return answer(ctx, request)
  })
  if (response.status >= 400) return toScimError(response)
  if (response.status !== 204) response.headers.set('content-type', 'application/scim+json')
  return response
}

async function answer(ctx: Ctx, request: Request): Promise<Response> {
  const { pathname, searchParams } = getUrl(request)
  const [name = '', id, ...rest] = pathname
    .replace(/^\/scim\/v2\/?/, '')
    .split('/')
    .map(decode)
  // A query by POST (RFC 7644, 3.4.3).
  const isSearch = id === '.search' && request.method === 'POST'
  const resource = rest.length === 0 ? findResource(name, id !== undefined && !isSearch) : null
  if (!resource) throw notFound()
  const query = isSearch ? parseSearch(await readBody(ctx, request)) : searchParams
  const method = resource[isSearch || request.method === 'HEAD' ? 'GET' : request.method]
  if (!method) {
    const allow = Object.keys(resource).join(', ')
    throw new AppError('method_not_allowed', `Method not allowed. Allowed: ${allow}.`, { allow })
  }
  const result = await method({ ctx, request, id, query })
  if (result === null) return new Response(null, { status: 204 })
  const body = selectAttributes(result, query)
  const location = z.object({ meta: z.object({ location: z.string() }) }).safeParse(body).data?.meta.location
  const isNew = request.method === 'POST' && !isSearch
  return Response.json(body, { status: isNew ? 201 : 200, headers: isNew && location ? { location } : {} })
}

async function readBody(ctx: Ctx, request: Request): Promise<unknown> {
  const body = await readJson(request, MAX_BODY_BYTES)
  await assertCredential(ctx)
  return body
}
const withMembers = (query: URLSearchParams) =>
  !(query.get('excludedAttributes') ?? '').toLowerCase().split(',').includes('members')

const userList: Resource = {
  GET: ({ ctx, query }) => listUsers(ctx, parseScimQuery(query)),
  POST: async ({ ctx, request }) => addUser(ctx, await readBody(ctx, request)),
}
const user: Resource = {
  GET: ({ ctx, id = '' }) => getUser(ctx, id),
  PUT: async ({ ctx, request, id = '' }) => replaceUser(ctx, id, await readBody(ctx, request)),
  PATCH: async ({ ctx, request, id = '' }) => patchUser(ctx, id, await readBody(ctx, request)),
  DELETE: async ({ ctx, id = '' }) => {
    await removeUser(ctx, id)
    return null
  },
}
const groupList: Resource = {
  GET: ({ ctx, query }) => listGroups(ctx, parseScimQuery(query), withMembers(query)),
  POST: async ({ ctx, request }) => addGroup(ctx, await readBody(ctx, request)),
}
const group: Resource = {
  GET: ({ ctx, id = '', query }) => getGroup(ctx, id, withMembers(query)),
  PUT: async ({ ctx, request, id = '' }) => replaceGroup(ctx, id, await readBody(ctx, request)),
  PATCH: async ({ ctx, request, id = '' }) => patchGroup(ctx, id, await readBody(ctx, request)),
  DELETE: ({ ctx, id = '' }) => removeGroup(ctx, id),
}
const found = (body: object | null) => {
  if (!body) throw notFound()
  return body
}

function findResource(name: string, hasId: boolean): Resource | null {
  if (name === 'Users') return hasId ? user : userList
  if (name === 'Groups') return hasId ? group : groupList
  if (name === 'ServiceProviderConfig' && !hasId) return { GET: () => getServiceProviderConfig() }
  if (name === 'ResourceTypes') return { GET: ({ id }) => found(getResourceTypes(id)) }
  if (name === 'Schemas') return { GET: ({ id }) => found(getSchemas(id)) }
  return null
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw notFound()
  }
}

const ErrorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    scim_type: z.string().optional(),
  }),
})

const conflicts = [emailTaken(), emailOfSuspendedUser()].map(({ message }) => message)

/** An error of the API in the shape of RFC 7644, 3.12: an address in use is a conflict. */
async function toScimError(response: Response): Promise<Response> {
  const { error } = ErrorBody.parse(await response.json())
  const isConflict = conflicts.includes(error.message)
  const status = isConflict ? 409 : response.status
  const scimType = isConflict ? 'uniqueness' : (error.scim_type ?? defaultTypes[error.code])
  const body = {
    schemas: [ERROR_SCHEMA],
    status: String(status),
    ...(scimType && { scimType }),
    detail: error.message,
  }
  const headers = new Headers(response.headers)
  headers.set('content-type', 'application/scim+json')
  headers.delete('content-length')
  return new Response(JSON.stringify(body), { status, headers })
}

const defaultTypes: Partial<Record<string, string>> = {
  invalid_json: 'invalidSyntax',
  validation_error: 'invalidValue',
}
