import { notFound } from '#lib/core/errors'
import { handleRequest } from '../handle-request.ts'

/** Every method of a path that is none: 404 in the one shape. */
export function notFoundRoute() {
  const handle = (request: Request) =>
    handleRequest(request, 'address', async () => {
      throw notFound()
    })
  return { GET: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle }
}
