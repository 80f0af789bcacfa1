import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { requestId } from '#lib/core/request'
import type { Dispatch } from './dispatch.ts'
import { errorResponse } from './response/error-response.ts'

/** Whether the URL of a request line (path and query) is under `/api/v1`. */
export function isApi(url = ''): boolean {
  return /^\/api\/v1(?=[/?]|$)/.test(url)
}

/** Whether the URL is that of the MCP server. */
export function isMcp(url = ''): boolean {
  return /^\/mcp(?=\?|$)/.test(url)
}

/** Whether the URL is one of SCIM. */
export function isScim(url = ''): boolean {
  return /^\/scim\/v2(?=[/?]|$)/.test(url)
}

/** Handles a request of Node's HTTP server. */
export async function handleApiRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  dispatch: Dispatch,
): Promise<void> {
  try {
    await sendResponse(outgoing, await dispatch(new NodeRequest({ req: incoming, res: outgoing })))
  } catch (error) {
    const response = errorResponse(error, requestId())
    // A response that has started can only be cut off.
    if (outgoing.headersSent) outgoing.destroy()
    else await sendResponse(outgoing, response)
  }
}

/** Sends a response with the reason phrase of its status: the text of a `Response` is empty. */
export function sendResponse(outgoing: ServerResponse, response: Response): Promise<unknown> {
  Object.defineProperty(response, 'statusText', { value: STATUS_CODES[response.status] })
  return sendNodeResponse(outgoing, response)
}
