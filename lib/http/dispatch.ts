import { addRoute, createRouter, findRoute } from 'rou3'
import { FastResponse } from 'srvx/node'
import { pathOf, type RouteModule, type Routes } from './endpoints.ts'
import { notFoundRoute } from './response/not-found.ts'

type Params = Record<string, string>
type Handle = (request: Request, context: { params: Promise<Params> }) => Promise<Response>
export type Dispatch = (request: Request) => Promise<Response>

/** Finds the handler of a request by path and method. A route is loaded on its first request. */
export function dispatcher(routes: Routes): Dispatch {
  // Routes are added without a method: `methods` of each route.ts has a handler for every one.
  const router = createRouter<Routes[string]>()
  for (const [folder, load] of Object.entries(routes)) addRoute(router, '', patternOf(folder), memoize(load))
  const notFound = notFoundRoute()
  return async (request) => {
    const match = findRoute(router, '', new URL(request.url).pathname)
    const method = (request.method === 'HEAD' ? 'GET' : request.method) as keyof RouteModule
    const module: RouteModule = match ? await match.data() : notFound
    const handle = module[method] as Handle
    const response = await handle(request, { params: Promise.resolve(decodeParams(match?.params)) })
    return request.method === 'HEAD' ? new FastResponse(null, response) : response
  }
}

/** The pattern of the router: `documents/[id]` → `/api/v1/documents/:id`. */
function patternOf(folder: string): string {
  return pathOf(folder).replaceAll(/\{(\w+)\}/g, ':$1')
}

function memoize<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load()
    return loading
  }
}

function decodeParams(params: Record<string, string | undefined> = {}): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text ?? '')]),
  )
}
