import { notFound } from '#lib/core/errors'
import { newRequestId } from '#lib/core/ids'
import { problem } from './problem.ts'

/** Every method of a path that is none: 404 in the one shape. */
export function unknownPath() {
  const handle = async () => problem(notFound(), newRequestId())
  return { GET: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle }
}
