import type { IncomingMessage, ServerResponse } from 'node:http'
import compression from 'compression'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { log } from '#lib/core/log'
import { type Dispatch, dispatcher } from './dispatch.ts'
import type { RouteModule } from './endpoints.ts'

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
    compressed(incoming, outgoing)
    const dispatch = await load()
    await sendNodeResponse(outgoing, await dispatch(new NodeRequest({ req: incoming, res: outgoing })))
  } catch (error) {
    log().error({ err: error }, 'an answer was cut off')
    outgoing.destroy()
  }
}

const compress = compression()

/** What is worth it is compressed as it goes out, for whoever understands that. */
function compressed(incoming: IncomingMessage, outgoing: ServerResponse): void {
  compress(incoming, outgoing, () => {})
  const end = outgoing.end.bind(outgoing) as (...given: unknown[]) => ServerResponse
  // The compression takes a callback for a body.
  outgoing.end = (...given: unknown[]) => {
    const done = given.at(-1)
    if (typeof done !== 'function') return end(...given)
    outgoing.once('close', () => done())
    return end(...given.slice(0, -1))
  }
}
