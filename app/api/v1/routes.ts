import { type Endpoint, endpointsOf, type RouteModule } from '#lib/http/endpoints'

declare global {
  interface ImportMeta {
    glob<T>(pattern: string): Record<string, () => Promise<T>>
  }
}

/** Every route there is, found when the application is built: a new one needs no list. */
const routes = import.meta.glob<RouteModule>('./**/route.ts')

let found: Promise<Endpoint[]> | undefined

/** Every declared method of every path. */
export function allEndpoints(): Promise<Endpoint[]> {
  found ??= Promise.all(
    Object.entries(routes).map(async ([file, load]) => [file, await load()] as const),
  ).then((loaded) => endpointsOf(Object.fromEntries(loaded)))
  return found
}
