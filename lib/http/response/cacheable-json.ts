import { FastResponse } from 'srvx/node'
import type { z } from 'zod'
import { sha256Hex } from '#lib/core/ids'
import { matchesEtag, type ResponseSpec } from './response.ts'

/** A public JSON document with an ETag, which caches may store and revalidate. */
export function cacheableJson<T extends object>(bodySchema: z.ZodType): ResponseSpec<T> {
  const cache = new WeakMap<T, { text: string; etag: string }>()
  return {
    status: 200,
    bodySchema,
    others: { 304: 'Not modified: the ETag in `If-None-Match` is current.' },
    respond(document, request) {
      const cached = cache.get(document) ?? serialize(document)
      cache.set(document, cached)
      const headers = { etag: cached.etag, 'cache-control': 'public, max-age=300' }
      if (matchesEtag(request.headers.get('if-none-match'), cached.etag)) {
        return new FastResponse(null, { status: 304, headers })
      }
      return new FastResponse(cached.text, { headers: { ...headers, 'content-type': 'application/json' } })
    },
  }
}

function serialize(document: object) {
  const text = JSON.stringify(document)
  return { text, etag: `"${sha256Hex(text).slice(0, 32)}"` }
}
