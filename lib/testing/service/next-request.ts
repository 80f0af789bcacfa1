import 'next/dist/server/node-environment-baseline'
import { type WorkStore, workAsyncStorage } from 'next/dist/server/app-render/work-async-storage.external'
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external'
import { createRequestStoreForAPI } from 'next/dist/server/async-storage/request-store'
import { NextRequest } from 'next/server'

/** Runs a route handler that reads `next/headers`, which only works while Next handles a request. */
export function inNextRequest<C>(
  handler: (request: Request, context: C) => Promise<Response>,
): typeof handler {
  return (request, context) => {
    const { url, method, headers } = request
    const nextRequest = new NextRequest(url, { method, headers })
    const store = createRequestStoreForAPI(
      nextRequest,
      new URL(url),
      { tags: [], expirationsByCacheKind: new Map() },
      undefined,
      undefined,
      undefined,
    )
    const work = { route: new URL(url).pathname } as WorkStore
    return workAsyncStorage.run(work, () => workUnitAsyncStorage.run(store, () => handler(request, context)))
  }
}
