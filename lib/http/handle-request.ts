import type { RequestMeta } from '#lib/core/ctx'
import { newRequestId } from '#lib/core/ids'
import { currentRequestId, runWithRequestId } from '#lib/core/request'
import { type AddressLimit, limitAddress, type RateHeaders } from './limits.ts'
import { requestMeta } from './request/request-meta.ts'
import { errorResponse } from './response/error-response.ts'

/**
 * Handles a request in the way common to all of `/api/v1`: a request id, the rate limit per IP address, and errors in
 * the shape of the contract.
 */
export function handleRequest(
  request: { headers: Headers },
  limit: AddressLimit,
  callback: (requestMeta: RequestMeta, rates: RateHeaders) => Promise<Response>,
): Promise<Response> {
  const id = currentRequestId()
  if (id) return respondTo(request, id, limit, callback)
  const newId = newRequestId()
  return runWithRequestId(newId, () => respondTo(request, newId, limit, callback))
}

async function respondTo(
  request: { headers: Headers },
  id: string,
  limit: AddressLimit,
  callback: (requestMeta: RequestMeta, rates: RateHeaders) => Promise<Response>,
): Promise<Response> {
  const rates: RateHeaders = {}
  try {
    const meta = requestMeta(request, id)
    await limitAddress(meta, limit, rates)
    return withHeaders(await callback(meta, rates), id, rates)
  } catch (error) {
    return withHeaders(errorResponse(error, id), id, rates)
  }
}

function withHeaders(response: Response, requestId: string, rates: RateHeaders): Response {
  response.headers.set('x-request-id', requestId)
  // A 429 has the headers of the exceeded limit.
  for (const [name, value] of Object.entries(rates))
    if (!response.headers.has(name)) response.headers.set(name, value)
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  return response
}
