import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { RouteModule } from '#lib/http/endpoints'

type Params = Record<string, string | string[]>
type Handle = (request: Request, context: { params: Promise<Params> }) => Promise<Response>
export type Dispatch = (request: Request) => Promise<Response>

/** Answers requests from the route modules by their files' paths, as the framework would. */
export function dispatcher(modules: Record<string, RouteModule>): Dispatch {
  const places = Object.entries(modules)
    .map(([file, module]) => ({ parts: file.split('/').slice(1, -1), module }))
    // A word of the path counts before a parameter, and both before the one that takes all that is left.
    .sort((a, b) => rank(a.parts) - rank(b.parts))
  return async (request) => {
    const words = new URL(request.url).pathname.split('/').slice(3).map(decodeURIComponent)
    for (const { parts, module } of places) {
      const params = matched(parts, words)
      const method = request.method === 'HEAD' ? 'GET' : request.method
      const handle = module[method as 'GET'] as Handle | undefined
      if (!params || !handle) continue
      const response = await handle(request, { params: Promise.resolve(params) })
      return request.method === 'HEAD' ? new Response(null, response) : response
    }
    return new Response(null, { status: 404 })
  }
}

function rank(parts: string[]): number {
  return parts.filter((part) => part.startsWith('[')).length + (parts[0]?.startsWith('[...') ? 100 : 0)
}

function matched(parts: string[], words: string[]): Params | null {
  const params: Params = {}
  for (const [index, part] of parts.entries()) {
    const [, rest, name] = /^\[(\.\.\.)?(\w+)\]$/.exec(part) ?? []
    if (rest) return { ...params, [name!]: words.slice(index) }
    const word = words[index]
    if (word === undefined || (!name && word !== part)) return null
    if (name) params[name] = word
  }
  return parts.length === words.length ? params : null
}

/** The same over a port of this machine, for clients that are programs of their own. */
export async function serve(dispatch: Dispatch): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (message, response) => {
    const answer = await dispatch(requestOf(message))
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (answer.body) Readable.fromWeb(answer.body as ReadableStream).pipe(response)
    else response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function requestOf(message: IncomingMessage): Request {
  const headers = new Headers(message.headers as Record<string, string>)
  headers.set('x-paraph-peer', message.socket.remoteAddress ?? '')
  const body = ['GET', 'HEAD'].includes(message.method!) ? null : (Readable.toWeb(message) as ReadableStream)
  const url = `http://${message.headers.host}${message.url}`
  return new Request(url, {
    method: message.method,
    headers,
    body: body as BodyInit | null,
    duplex: 'half',
  } as RequestInit)
}
