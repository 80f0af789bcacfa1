import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { z } from 'zod'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { AppError } from '#lib/core/errors'
import { FairQueue, type QueueRefusal } from '#lib/core/fair-queue/fair-queue'
import { log } from '#lib/core/log'
import { describeCaller, describeRequest, requestId, runWithRequestId } from '#lib/core/request'
import { authenticateBearer } from '#lib/identity/sessions/authenticate'
import { Paraph } from '#sdk/index.ts'
import { sentFiles } from '../../sdk/mcp/files.ts'
import { paraphServer } from '../../sdk/mcp/server.ts'
import { readBearer } from './credentials/credential.ts'
import type { Dispatch } from './dispatch.ts'
import { handleRequest } from './handle-request.ts'
import { limitPrincipal } from './limits.ts'
import { readJson } from './request/body.ts'

/** Files are in the call, in base64: one of 12 MB. Larger ones are uploaded by `POST /api/v1/documents`. */
const MAX_BODY_BYTES = 16 * 1024 * 1024
/** Larger bodies are handled a few at a time. */
const LARGE_BODY_BYTES = 1024 * 1024
/** Longer than the requests of any tool take. */
const DEADLINE_MILLISECONDS = 120_000
const RETRY_SECONDS = 10
/** JSON-RPC 2.0: invalid JSON, a body that is no message, and the server's own errors. */
const protocolCodes = new Map([
  ['invalid_json', -32700],
  ['validation_error', -32600],
])
const SERVER_ERROR = -32000
/** For calls with a file in their body or answer, which is in memory as bytes, base64 and JSON. */
const largeCalls = new FairQueue({
  slots: 16,
  slotsOfGroup: 4,
  maxWaiting: 200,
  maxWaitingOfGroup: 40,
  refuse: refuseLargeCall,
})
/** What a request of a tool takes over from the one that called it: the client's address and program. */
const FORWARDED_HEADERS = [
  'x-paraph-peer',
  'x-paraph-local',
  'x-forwarded-for',
  'user-agent',
  'accept-language',
]

type MessageId = string | number | null
/** What is read of a message before the server of the protocol checks it. */
const Message = z
  .object({ id: z.union([z.string(), z.number()]).nullable().catch(null), method: z.unknown() })
  .catch({ id: null, method: undefined })

/**
 * The MCP server at `/mcp` (Streamable HTTP, without sessions): each tool is a request to the API, with the credential
 * of its caller, so that scopes, limits and the audit trail are those of the API.
 */
export function mcpEndpoint(dispatch: Dispatch, deadlineMilliseconds = DEADLINE_MILLISECONDS): Dispatch {
  return async (request) => {
    let id: MessageId = null
    const response = await handleRequest(request, 'address', async (requestMeta, rates) => {
      describeRequest({ route: '/mcp' })
      refuseOtherOrigins(request)
      if (request.method !== 'POST')
        throw new AppError('method_not_allowed', 'Method not allowed. Allowed: POST.', { allow: 'POST' })
      const apiKey = readBearer(request)
      const ctx = await authenticateBearer(apiKey, requestMeta)
      describeCaller(ctx)
      await limitPrincipal(ctx, rates)
      const read = async () => {
        const body = await readJson(request, MAX_BODY_BYTES)
        // The protocol has no batches since 2025-06-18: their answers would be in memory together.
        if (Array.isArray(body)) throw new AppError('validation_error', 'Batches are not supported.')
        const { method, ...message } = Message.parse(body)
        id = message.id
        return { body, readsFile: method === 'resources/read' }
      }
      const answer = (body: unknown) => {
        const signal = AbortSignal.any([request.signal, AbortSignal.timeout(deadlineMilliseconds)])
        return answerMessage(dispatch, request, apiKey, body, signal)
      }
      if (isLarge(request)) return withSlot(ctx, async () => answer((await read()).body))
      const { body, readsFile } = await read()
      return readsFile ? withSlot(ctx, () => answer(body)) : answer(body)
    })
    return response.ok ? response : toProtocolError(response, id)
  }
}

async function answerMessage(
  dispatch: Dispatch,
  request: Request,
  apiKey: string,
  parsedBody: unknown,
  signal: AbortSignal,
): Promise<Response> {
  // With a description of its own: that of the caller's request stays `/mcp`. The tools give no signing links.
  const details = () => ({ description: {}, isWithoutLinks: true })
  const fetch = (url: string | URL | Request, init?: RequestInit) =>
    runWithRequestId(requestId(), () => dispatch(forward(request, url, init)), details())
  const server = paraphServer(new Paraph({ baseUrl: env().appUrl, apiKey, fetch, maxRetries: 0 }), sentFiles)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    return await Promise.race([transport.handleRequest(request, { parsedBody }), rejectOnAbort(signal)])
  } finally {
    await server.close()
  }
}

/** The transport answers nothing to a call that was given up. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () =>
      reject(new AppError('unavailable', 'The call took too long.', { retry_after: RETRY_SECONDS }))
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })
}

function refuseLargeCall(reason: QueueRefusal): AppError {
  if (reason === 'abandoned') return new AppError('unavailable', 'The client has closed the connection.')
  log().warn('too many large MCP calls at once: one was refused')
  const message = 'Too many large calls are being handled. Try again shortly.'
  return new AppError('unavailable', message, { retry_after: RETRY_SECONDS })
}

/** Runs `callback` when few other large calls run. @throws AppError `unavailable` */
function withSlot<T>({ tenantId, signal }: Ctx, callback: () => Promise<T>): Promise<T> {
  return largeCalls.run(tenantId, callback, signal)
}

/** A body whose length is not known may be large. */
function isLarge({ headers }: Request): boolean {
  const length = headers.get('content-length')
  return length === null || Number(length) > LARGE_BODY_BYTES
}

/** A page of another site that has made its name point here (DNS rebinding) sends its own origin. */
function refuseOtherOrigins(request: Request): void {
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== new URL(env().appUrl).origin)
    throw new AppError('forbidden', `The origin ${origin} is not that of this service.`)
}

function forward(caller: Request, url: string | URL | Request, init?: RequestInit): Request {
  const request = new Request(url, init)
  for (const name of FORWARDED_HEADERS) {
    const value = caller.headers.get(name)
    if (value !== null) request.headers.set(name, value)
  }
  return request
}

/** An error of the API as a JSON-RPC error; those of the transport are JSON-RPC already. */
async function toProtocolError(response: Response, id: MessageId): Promise<Response> {
  const body = await response.json()
  if ('jsonrpc' in body) return Response.json(body, response)
  const { message, ...data } = body.error
  const code = protocolCodes.get(data.code) ?? SERVER_ERROR
  return Response.json({ jsonrpc: '2.0', id, error: { code, message, data } }, response)
}
