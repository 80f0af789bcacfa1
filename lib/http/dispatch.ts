import { addRoute, createRouter, findRoute } from 'rou3'
import { FastResponse } from 'srvx/node'
import { pathOf, type RouteModule } from './endpoints.ts'
import { unknownPath } from './unknown.ts'

type Params = Record<string, string>
type Handle = (request: Request, context: { params: Promise<Params> }) => Promise<Response>
export type Dispatch = (request: Request) => Promise<Response>

/** From a request to the method of the route that its path names, as the folders of `app/api/v1` say. */
export function dispatcher(modules: Record<string, RouteModule>): Dispatch {
  const router = createRouter<RouteModule>()
  for (const [file, module] of Object.entries(modules)) addRoute(router, '', patternOf(file), module)
  const unknown = unknownPath()
  return async (request) => {
    const found = findRoute(router, '', new URL(request.url).pathname)
    const method = (request.method === 'HEAD' ? 'GET' : request.method) as keyof RouteModule
    const handle = (found?.data ?? unknown)[method] as Handle
    const answer = await handle(request, { params: Promise.resolve(decoded(found?.params)) })
    return request.method === 'HEAD' ? new FastResponse(null, answer) : answer
  }
}

/** `./documents/[id]/route.ts` → `/api/v1/documents/:id`. */
function patternOf(file: string): string {
  return pathOf(file)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .replaceAll(/\[\.\.\.(\w+)\]/g, '**:$1')
}

function decoded(params: Record<string, string | undefined> = {}): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text ?? '')]),
  )
}
