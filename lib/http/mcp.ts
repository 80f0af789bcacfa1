import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { env } from '#lib/core/env'
import { AppError } from '#lib/core/errors'
import { authenticateBearer } from '#lib/identity/sessions/authenticate'
import { Paraph } from '#sdk/index.ts'
import { sentFiles } from '../../sdk/mcp/files.ts'
import { paraphServer } from '../../sdk/mcp/server.ts'
import { readBearer } from './credentials/credential.ts'
import type { Dispatch } from './dispatch.ts'
import { handleRequest } from './handle-request.ts'
import { readJson } from './request/body.ts'

/** Files are in the call, in base64: one of 12 MB. Larger ones are uploaded by `POST /api/v1/documents`. */
const MAX_BODY_BYTES = 16 * 1024 * 1024
/** JSON-RPC 2.0: invalid JSON, and the server's own errors. */
const PARSE_ERROR = -32700
const SERVER_ERROR = -32000
/** What a request of a tool takes over from the one that called it: the client's address and program. */
const FORWARDED_HEADERS = [
  'x-paraph-peer',
  'x-paraph-local',
  'x-forwarded-for',
  'user-agent',
  'accept-language',
]

/**
 * The MCP server at `/mcp` (Streamable HTTP, without sessions): each tool is a request to the API, with the credential
 * of its caller, so that scopes, limits and the audit trail are those of the API.
 */
export function mcpEndpoint(dispatch: Dispatch): Dispatch {
  return async (request) => {
    const response = await handleRequest(request, 'address', async (requestMeta) => {
      refuseOtherOrigins(request)
      if (request.method !== 'POST')
        throw new AppError('method_not_allowed', 'Method not allowed. Allowed: POST.', { allow: 'POST' })
      const apiKey = readBearer(request)
      await authenticateBearer(apiKey, requestMeta)
      const parsedBody = await readJson(request, MAX_BODY_BYTES)
      const fetch = (url: string | URL | Request, init?: RequestInit) => dispatch(forward(request, url, init))
      const server = paraphServer(
        new Paraph({ baseUrl: env().appUrl, apiKey, fetch, maxRetries: 0 }),
        sentFiles,
      )
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
      try {
        await server.connect(transport)
        return await transport.handleRequest(request, { parsedBody })
      } finally {
        await server.close()
      }
    })
    return response.ok ? response : toProtocolError(response)
  }
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
async function toProtocolError(response: Response): Promise<Response> {
  const body = await response.json()
  if ('jsonrpc' in body) return Response.json(body, response)
  const { message, ...data } = body.error
  const code = data.code === 'invalid_json' ? PARSE_ERROR : SERVER_ERROR
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message, data } }, response)
}
