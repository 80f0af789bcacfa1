import { notFound } from '#lib/core/errors'
import { atTheDoor } from './door.ts'

/** Every method of a path that is none: 404 in the one shape. */
export function unknownPath() {
  const handle = (request: Request) =>
    atTheDoor(request, 'address', async () => {
      throw notFound()
    })
  return { GET: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle }
}
