import { FastResponse } from 'srvx/node'
import { z } from 'zod'
import { env } from '#lib/core/env'
import { getUrl } from '../request/url.ts'
import { type FileResult, file, type ResponseSpec } from './response.ts'

/** A page of a list that is read by cursor: it has no total, and new records do not move the next page. */
interface CursorPage<T> {
  items: T[]
  perPage: number
  /** Null on the last page. */
  nextCursor: string | null
}

/** A page of records by cursor, or all of them as a file of one of the media types. */
export function cursorPageOrFile<S extends z.ZodType>(
  recordSchema: S,
  ...media: string[]
): ResponseSpec<CursorPage<z.input<S>> | FileResult> {
  const present = ({ items, perPage, nextCursor }: CursorPage<z.input<S>>, url: URL) => {
    const query = new URLSearchParams(url.searchParams)
    query.set('cursor', nextCursor ?? '')
    return {
      data: items.map((item) => recordSchema.parse(item)),
      links: { next: nextCursor && `${env().appUrl}${url.pathname}?${query}` },
      meta: { per_page: perPage, next_cursor: nextCursor },
    }
  }
  return {
    status: 200,
    bodySchema: z.object({
      data: z.array(recordSchema),
      links: z.object({ next: z.url().nullable().meta({ description: 'Null on the last page.' }) }),
      meta: z.object({
        per_page: z.int().meta({ example: 50 }),
        next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
      }),
    }),
    media,
    others: file().others,
    // A file has no body as a value: only `respond` gets one.
    present: (result, url) => present(result as CursorPage<z.input<S>>, url),
    respond: (result, request) =>
      'items' in result
        ? FastResponse.json(present(result, getUrl(request)))
        : file().respond(result, request),
  }
}
