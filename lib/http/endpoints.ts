import { type HttpMethod, httpMethods } from './request/methods.ts'
import type { ErasedDeclaration, Handler } from './route.ts'

/** One method of one path with its declaration. */
export interface Endpoint {
  /** Unique and stable: the operationId, also the anchor on the reference page. */
  id: string
  method: HttpMethod
  /** In OpenAPI form: `/api/v1/documents/{id}`. */
  path: string
  handler: Handler
  declaration: ErasedDeclaration
}

/** The exports of a `route.ts`. */
export type RouteModule = Partial<Record<HttpMethod | 'OPTIONS', unknown>>

/** The functions that load the routes, by folder in `app/api/v1`. */
export type Routes = Record<string, () => Promise<RouteModule>>

/** Every declared method of every route, by path. */
export function listEndpoints(modules: Record<string, RouteModule>): Endpoint[] {
  return Object.entries(modules)
    .map(([folder, module]) => ({ path: toPath(folder), module }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, module }) =>
      httpMethods.flatMap((method) => {
        const handler = module[method]
        if (!isHandler(handler)) return []
        return [
          { id: makeOperationId(method, path), method, path, handler, declaration: handler.declaration },
        ]
      }),
    )
}

/** The path of a folder: `documents/[id]` → `/api/v1/documents/{id}`; `[...tile]` is several segments at the end. */
export function toPath(folder: string): string {
  return `/api/v1/${folder.replaceAll(/\[(?:\.{3})?(\w+)\]/g, '{$1}')}`
}

/** The id of an endpoint: `GET /api/v1/documents/{id}/download` → `getDocumentsByIdDownload`. */
function makeOperationId(method: HttpMethod, path: string): string {
  const words = path
    .replace('/api/v1/', '')
    .split(/[/.-]/)
    .map((word) => word.replace(/^\{(\w+)\}$/, 'by_$1'))
    .flatMap((word) => word.split('_'))
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function' && 'declaration' in value
}
