import { FastResponse } from 'srvx/node'
import { describeRequest } from '#lib/core/request'
import { type RouteModule, type Routes, toPath } from './endpoints.ts'
import { getUrl } from './request/url.ts'
import { notFoundRoute } from './response/not-found.ts'

type Params = Record<string, string>
type Handle = (request: Request, context: { params: Promise<Params> }) => Promise<Response>
export type Dispatch = (request: Request) => Promise<Response>

/** Finds the handler of a request by path and method. A route is loaded on its first request. */
export function dispatcher(routes: Routes): Dispatch {
  const findRoute = routeFinder(routes)
  const notFound = notFoundRoute()
  return async (request) => {
    const match = findRoute(getUrl(request).pathname)
    const method = (request.method === 'HEAD' ? 'GET' : request.method) as keyof RouteModule
    // `methods` of each route.ts has a handler for every method.
    const module: RouteModule = match ? await match.load() : notFound
    if (match) describeRequest({ route: match.path })
    const handle = module[method] as Handle
    const response = await handle(request, { params: Promise.resolve(match?.params ?? {}) })
    return request.method === 'HEAD' ? new FastResponse(null, response) : response
  }
}

interface Pattern {
  path: string
  /** Of `/api/v1/documents/{id}`. */
  segments: string[]
  /** Whether the last parameter is several segments. */
  isOpen: boolean
  load: Routes[string]
}

/** Finds the route of a path and the values of its parameters; fixed segments count before parameters. */
function routeFinder(routes: Routes) {
  const patternsByLength = new Map<number, Pattern[]>()
  const openPatterns: Pattern[] = []
  // `[` of a parameter must come last: `documents/[id]` after `documents/search`.
  const last = ([folder]: [string, unknown]) => folder.replaceAll('[', '\uffff')
  for (const [folder, load] of Object.entries(routes).toSorted((a, b) => (last(a) < last(b) ? -1 : 1))) {
    const path = toPath(folder)
    const segments = splitPath(path)
    const pattern = { path, segments, isOpen: folder.includes('[...'), load: memoize(load) }
    if (pattern.isOpen) openPatterns.push(pattern)
    else patternsByLength.set(segments.length, [...(patternsByLength.get(segments.length) ?? []), pattern])
  }
  return (path: string) => {
    const segments = splitPath(path)
    const patterns = [...(patternsByLength.get(segments.length) ?? []), ...openPatterns]
    const matchingPattern = patterns.find((pattern) => matches(pattern.segments, segments))
    return matchingPattern && { ...matchingPattern, params: toParams(matchingPattern, segments) }
  }
}

const splitPath = (path: string) => path.replace(/\/$/, '').split('/')
const isParameter = (segment: string) => segment.startsWith('{')

function matches(pattern: string[], segments: string[]): boolean {
  return pattern.every(
    (segment, index) => segment === segments[index] || (isParameter(segment) && segments[index] !== ''),
  )
}

function toParams({ segments: pattern, isOpen }: Pattern, segments: string[]): Params {
  const values = pattern.flatMap((segment, index) => {
    const isRest = isOpen && index === pattern.length - 1
    const value = isRest ? segments.slice(index).join('/') : segments[index]!
    return isParameter(segment) ? [[segment.slice(1, -1), decodeURIComponent(value)]] : []
  })
  return Object.fromEntries(values)
}

function memoize<T>(loadModule: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= loadModule()
    return loading
  }
}
