import { notFound } from '#lib/core/errors'
import { handleRequest } from '../handle-request.ts'

/** Every method of an unknown path: 404 in the shape of the contract. */
export function notFoundRoute() {
  const handle = (request: Request) =>
    handleRequest(request, 'address', async () => {
      throw notFound()
    })
  return { GET: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle }
}
