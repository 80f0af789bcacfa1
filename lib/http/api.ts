import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { requestId } from '#lib/core/request'
import type { Dispatch } from './dispatch.ts'
import { errorResponse } from './response/error-response.ts'

/** Whether the raw URL of a request is under `/api/v1`. */
export function isApi(url = ''): boolean {
  return /^\/api\/v1(?=[/?]|$)/.test(url)
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
    const refusal = errorResponse(error, requestId())
    if (outgoing.headersSent) outgoing.destroy()
    else await sendResponse(outgoing, refusal)
  }
}

/** Sends a response, with the reason phrase of its status. */
export function sendResponse(outgoing: ServerResponse, response: Response): Promise<unknown> {
  const writeHead = outgoing.writeHead.bind(outgoing)
  outgoing.writeHead = ((status: number, _none: string, headers: string[]) =>
    writeHead(status, STATUS_CODES[status], headers)) as typeof outgoing.writeHead
  return sendNodeResponse(outgoing, response)
}
