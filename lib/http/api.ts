import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { requestId } from '#lib/core/request'
import { type Dispatch, dispatcher } from './dispatch.ts'
import type { RouteModule } from './endpoints.ts'
import { problem } from './problem.ts'

// Next bundles the routes; the server that calls them is not in its bundle.
const holder = globalThis as typeof globalThis & { paraphApi?: () => Promise<Dispatch> }

/** Puts the API in the web server's hands: on its way through Next a request costs more than all else it does. */
export function mountApi(load: () => Promise<Record<string, RouteModule>>): void {
  let api: Promise<Dispatch> | undefined
  holder.paraphApi = () => {
    api ??= load().then(dispatcher)
    return api
  }
}

/** Loads the routes, unless they are: whoever asks first need not wait for them then. */
export function loadApi(): Promise<Dispatch> {
  return holder.paraphApi!()
}

/** Whether the address of a request, as it came, lies under `/api/v1`. */
export function isApi(url = ''): boolean {
  return /^\/api\/v1(?=[/?]|$)/.test(url)
}

/** Answers a request of Node's. */
export async function answerApi(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  load = loadApi,
): Promise<void> {
  try {
    const dispatch = await load()
    await send(outgoing, await dispatch(new NodeRequest({ req: incoming, res: outgoing })))
  } catch (error) {
    const refusal = problem(error, requestId())
    if (outgoing.headersSent) outgoing.destroy()
    else await send(outgoing, refusal)
  }
}

/** Sends an answer, with the reason phrase of its status. */
export function send(outgoing: ServerResponse, response: Response): Promise<unknown> {
  const writeHead = outgoing.writeHead.bind(outgoing)
  outgoing.writeHead = ((status: number, _none: string, headers: string[]) =>
    writeHead(status, STATUS_CODES[status], headers)) as typeof outgoing.writeHead
  return sendNodeResponse(outgoing, response)
}
