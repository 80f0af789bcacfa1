import { FastResponse } from 'srvx/node'
import { z } from 'zod'
import { now } from '#lib/core/clock'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { AppError, type ErrorCode, type FieldErrors, throwIfInvalid, withPaths } from '#lib/core/errors'
import type { Json } from '#lib/core/json'
import { describeCaller } from '#lib/core/request'
import { countCall } from '#lib/identity/account/calls'
import { assertCredential } from '#lib/identity/sessions/credential'
import { authorize, type Permission } from '#lib/policy'
import { enterSigning } from '#lib/signing/enter'
import { identify } from './credentials/credential.ts'
import { type EditorTarget, identifyEditor, requireTarget } from './credentials/editor.ts'
import { readPlace, readSigningToken } from './credentials/signing-link.ts'
import { readSessionSecret } from './credentials/signing-session.ts'
import { handleRequest } from './handle-request.ts'
import { withIdempotency } from './idempotency.ts'
import { type AddressLimit, type LinkLimit, limitLink, limitPrincipal, type RateHeaders } from './limits.ts'
import { parseParams, parsePart, parseQuery, readJson, readText, truncateDepth } from './request/body.ts'
import { formatAllow, type HttpMethod, httpMethods } from './request/methods.ts'
import { type Form, formFingerprint, type MultipartBody, readForm } from './request/multipart.ts'
import { isTextBody, type TextBody } from './request/text-body.ts'
import { addUnknownMembers, toSentPath } from './request/unknown-members.ts'
import { withUploadSlot } from './request/upload-slots.ts'
import { getUrl } from './request/url.ts'
import { isOpenedByBrowser, redirectToPage } from './response/again.ts'
import type { ResponseSpec } from './response/response.ts'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type ContextOf<A> = A extends 'public' ? RequestMeta : Ctx
type ParsedBody<B> = B extends MultipartBody ? Form : B extends TextBody ? string : Parsed<B>

/** The parsed input of a handler, and the raw request for rare needs. */
export interface Input<P, Q, B> {
  params: Parsed<P>
  query: Parsed<Q>
  body: ParsedBody<B>
  /** The header `If-Match`. */
  ifMatch: string | null
  request: Request
}

/**
 * The declaration of one method of one path. Credential check, limits, parsing and the API reference follow from it.
 */
interface Declaration<A, P, Q, B, R> {
  summary: string
  description?: string
  tag: string
  /** A permission of the policy; `signer`: the link's token is the credential; `public`: no credential. */
  permission: A
  /** Error codes of this operation for the reference, beside those that every route of its kind has. */
  refusals?: ErrorCode[]
  /** The limit per IP address; by default `signing` for signers and `address` for others. */
  addressLimit?: AddressLimit
  /** The limit per signing link, for requests that the page sends by itself. */
  linkLimit?: LinkLimit
  /** For a POST that only computes its response: it is not stored under the `Idempotency-Key`, a retry computes it again. */
  changesNothing?: true
  /** Whether `If-Match` is checked: the change is refused when the record has another version. */
  conditional?: true
  /** What an editor in a frame reaches here; nothing by default. */
  editor?: EditorTarget
  /** For public routes that read the bearer credential themselves. */
  bearer?: true
  params?: P
  query?: Q
  body?: B
  response: ResponseSpec<R>
  /** The record that a change is made to, where the response has it in a part; it may be sent back whole. */
  record?: z.ZodType
  /** Refuses the request when the installation has disabled the feature, before anything is parsed. */
  admit?: (requestMeta: RequestMeta) => void
  handler: (ctx: ContextOf<A>, input: Input<P, Q, B>) => Promise<R>
}

/** An undeclared body: it must be JSON, and has no members. */
const IgnoredBody = z.unknown().transform(() => undefined)
const NoMembers = z.object({})

type PathParams = Record<string, string | string[]>
type Params = { params: Promise<PathParams> }
export interface Handler {
  (request: Request, context: Params): Promise<Response>
  /** The body that a GET would get, as a value. The caller has checked credential and limits. */
  read(ctx: Ctx, url: URL, params: PathParams): Promise<unknown>
  declaration: ErasedDeclaration
}

/** A declaration without its types, for the reference and for tests over all routes. */
export type ErasedDeclaration = Omit<
  Declaration<string, unknown, unknown, unknown, unknown>,
  'handler' | 'response'
> & {
  response: Omit<ResponseSpec<unknown>, 'respond' | 'present'>
}

/** Makes the handler of a declaration. */
export function route<
  const A extends Permission | 'signer' | 'public',
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | MultipartBody | TextBody | undefined = undefined,
  R = never,
>(declaration: Declaration<A, P, Q, B, R>): Handler {
  const isSignersFile = declaration.permission === 'signer' && declaration.response.bodySchema === 'file'
  const handle = async (request: Request, context: Params) => {
    const response = await handleRequest(request, getLimit(declaration), async (requestMeta, rates) =>
      // Next has none for a path without parameters.
      serve(declaration, request, (await context.params) ?? {}, requestMeta, rates),
    )
    const isShownAsText = isSignersFile && response.status >= 400 && isOpenedByBrowser(request)
    return isShownAsText ? redirectToPage(response, request, String((await context.params).token)) : response
  }
  return Object.assign(handle, {
    read: (ctx: Ctx, url: URL, params: PathParams) => read(declaration, ctx, url, params),
    declaration: declaration as ErasedDeclaration,
  })
}

function getLimit({
  permission,
  addressLimit,
}: {
  permission: string
  addressLimit?: AddressLimit
}): AddressLimit {
  return addressLimit ?? (permission === 'signer' ? 'signing' : 'address')
}

async function serve<A, P, Q, B, R>(
  declared: Declaration<A, P, Q, B, R>,
  request: Request,
  pathParams: PathParams,
  requestMeta: RequestMeta,
  rates: RateHeaders,
): Promise<Response> {
  const ctx = await makeContext(
    declared as Pick<ErasedDeclaration, 'permission' | 'editor'>,
    request,
    pathParams,
    requestMeta,
    rates,
  )
  if (declared.permission !== 'public') describeCaller(ctx)
  if (declared.linkLimit) await limitLink(ctx, declared.linkLimit, rates)
  return respond(declared, ctx, request, pathParams)
}

async function read<A, P, Q, B, R>(
  declared: Declaration<A, P, Q, B, R>,
  ctx: Ctx,
  url: URL,
  pathParams: PathParams,
): Promise<unknown> {
  const { params, query, errors } = parseTarget(declared, ctx, url, pathParams)
  throwIfInvalid(errors)
  const input = { params, query, body: undefined, ifMatch: null, request: new Request(url) }
  const result = await declared.handler(ctx as never, input as Input<P, Q, B>)
  return declared.response.present?.(result, url)
}

async function respond<A, P, Q, B, R>(
  declared: Declaration<A, P, Q, B, R>,
  ctx: Ctx,
  request: Request,
  pathParams: PathParams,
): Promise<Response> {
  const { params, query, errors } = parseTarget(declared, ctx, getUrl(request), pathParams)
  const declaredBody: unknown = declared.body
  const handle = async (form: Form | null, ctx: Ctx) => {
    const text = isTextBody(declaredBody) ? await readText(request) : undefined
    const hasBody = mayHaveBody(request)
    const json = hasBody && !form && text === undefined ? await readJson(request) : undefined
    if (hasBody) await assertCredential(ctx)
    const schema = (declaredBody ?? IgnoredBody) as z.ZodType
    const body = form ?? text ?? (hasBody ? parsePart(schema, json, errors) : undefined)
    const members = form?.fields ?? json
    const memberSchema = toBodySchema(declaredBody)
    if (hasBody) addUnknownMembers(memberSchema, getRecordSchema(declared, request), members, errors)
    const fingerprint = async () => (form ? formFingerprint(form) : (text ?? truncateDepth(json as Json)))
    const execute = async (ctx: Ctx) => {
      throwIfInvalid(errors)
      const ifMatch = request.headers.get('if-match')
      const input = { params, query, body, ifMatch, request } as Input<P, Q, B>
      const toPath = (path: string) => toSentPath(memberSchema, members, path)
      const result = await withPaths(toPath, () => declared.handler(ctx as never, input))
      return declared.response.respond(result, request)
    }
    const changesNothing = declared.changesNothing === true
    return await withIdempotency(ctx, request, fingerprint, execute, { changesNothing })
  }
  return isMultipart(declaredBody) ? withForm(ctx, request, declaredBody, handle) : handle(null, ctx)
}

/** Admits the request, and parses its path and query; the errors of the query are joined by those of the body. */
function parseTarget(
  { admit, params, query }: Pick<ErasedDeclaration, 'admit' | 'params' | 'query'>,
  ctx: Ctx,
  url: URL,
  pathParams: PathParams,
) {
  admit?.(ctx)
  // An object without a prototype: a parameter may be called __proto__.
  const errors: FieldErrors = Object.create(null)
  return {
    params: parseParams(params as z.ZodType | undefined, pathParams),
    query: parseQuery(query as z.ZodObject | undefined, url.searchParams, errors),
    errors,
  }
}

/** Receives an upload when a slot is free, before the time of its operation; a file that was not stored is discarded. */
function withForm(
  ctx: Ctx,
  request: Request,
  declaredBody: MultipartBody,
  handle: (form: Form, ctx: Ctx) => Promise<Response>,
): Promise<Response> {
  return withUploadSlot(ctx, async () => {
    const form = await readForm(request, ctx.tenantId, declaredBody)
    try {
      await assertCredential(ctx)
      return await handle(form, { ...ctx, now: now() })
    } finally {
      await form.file?.discard()
    }
  })
}

/** Makes the context from the credential, or a visitor's for public routes. */
async function makeContext(
  { permission, editor }: Pick<ErasedDeclaration, 'permission' | 'editor'>,
  request: Request,
  params: PathParams,
  requestMeta: RequestMeta,
  rates: RateHeaders,
): Promise<Ctx> {
  if (permission === 'public') {
    return { ...requestMeta, tenantId: 0, actor: { type: 'system', job: 'visitor' }, testMode: false }
  }
  if (permission === 'signer') {
    const pathPart = String(params.token)
    const token = readSigningToken(request, pathPart)
    const secret = readSessionSecret(request, pathPart, token)
    return enterSigning(token, requestMeta, { secret, place: readPlace(pathPart) })
  }
  const ctx = (await identifyEditor(request, requestMeta)) ?? (await identify(request, requestMeta))
  await limitPrincipal(ctx, rates)
  countCall(ctx)
  requireTarget(ctx, editor, params.id)
  authorize(ctx, permission as Permission)
  return ctx
}

function mayHaveBody({ method }: Request): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH'
}

/** The schema that names the members of a body; without a declared one there are none. */
function toBodySchema(body: unknown): z.ZodType {
  if (isMultipart(body)) return body.fields ?? NoMembers
  return body instanceof z.ZodType ? body : NoMembers
}

/** The schema of the record that a PUT or PATCH changes. */
function getRecordSchema(
  { response, body, record: named }: Pick<ErasedDeclaration, 'response' | 'body' | 'record'>,
  { method }: Request,
): z.ZodType | undefined {
  if (method !== 'PUT' && method !== 'PATCH') return undefined
  if (named) return named
  const { bodySchema } = response
  if (!(bodySchema instanceof z.ZodObject)) return undefined
  const record = (bodySchema.shape.data ?? bodySchema) as z.ZodType
  if (!(record instanceof z.ZodArray) || !(body instanceof z.ZodObject)) return record
  // A list is under `data` in the response, and under a name of its own in the body.
  return z.object(Object.fromEntries(Object.keys(body.shape).map((name) => [name, record])))
}

function isMultipart(body: unknown): body is MultipartBody {
  return typeof body === 'object' && body !== null && 'multipart' in body
}

type Methods = Record<HttpMethod | 'OPTIONS', Handler | ((request: Request) => Promise<Response>)>

/**
 * The handlers of one path: `OPTIONS` lists the declared methods, and every other method gets a 405 that lists them.
 */
export function methods<D extends Partial<Record<HttpMethod, Handler>>>(declared: D): Methods & D {
  const allow = formatAllow(httpMethods.filter((method) => declared[method]))
  const refuse = (request: Request) =>
    handleRequest(request, 'address', async () => {
      throw new AppError('method_not_allowed', `Method not allowed. Allowed: ${allow}.`, { allow })
    })
  const describe = (request: Request) =>
    handleRequest(request, 'address', async () => new FastResponse(null, { status: 204, headers: { allow } }))
  const handlers = httpMethods.map((method) => [method, declared[method] ?? refuse])
  return { ...Object.fromEntries(handlers), OPTIONS: describe }
}
