import { type Endpoint, endpointsOf, type RouteModule } from '#lib/http/endpoints'

declare global {
  interface ImportMeta {
    glob<T>(pattern: string): Record<string, () => Promise<T>>
  }
}

/** Every route there is, found when the application is built: a new one needs no list. */
const routes = import.meta.glob<RouteModule>('./**/route.ts')

let loaded: Promise<Record<string, RouteModule>> | undefined

/** The modules of all routes, by the path of their file from here. */
export function allRoutes(): Promise<Record<string, RouteModule>> {
  loaded ??= Promise.all(
    Object.entries(routes).map(async ([file, load]): Promise<[string, RouteModule]> => [file, await load()]),
  ).then((entries) => Object.fromEntries(entries))
  return loaded
}

/** Every declared method of every path. */
export async function allEndpoints(): Promise<Endpoint[]> {
  return endpointsOf(await allRoutes())
}
