import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { FastResponse } from 'srvx/node'
import { z } from 'zod'
import { env } from '#lib/core/env'
import { AppError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { type Page, pageBody } from '../request/paging.ts'
import { getUrl } from '../request/url.ts'

/** How an operation's result becomes a response, and the schema in the reference. */
export interface ResponseSpec<R> {
  status: number
  /** The schema of the body; null without a body, `file` for bytes. */
  bodySchema: z.ZodType | null | 'file'
  /** Media types of the file, where the response is or may be one. */
  media?: string[]
  /** Whether the response has a `Location` header. */
  located?: boolean
  /** Whether the response has an `ETag` for `If-Match`. */
  versioned?: boolean
  /** Other statuses that are not errors, with their descriptions. */
  others?: Record<number, string>
  /** The body as a value, from which `respond` makes JSON; absent for files. */
  present?(result: R, url: URL): unknown
  respond(result: R, request: Request): Response | Promise<Response>
}

interface ItemOptions<R> {
  status?: 200 | 201
  /** The path of the new record below the application's URL. */
  location?: (record: R, request: Request) => string
  /** Responses of the vault have `success: true`. */
  success?: true
  /** Members that are repeated at the top level. */
  repeated?: (keyof R & string)[]
}

/** One record: `{"data": {...}}`. */
export function item<S extends z.ZodObject>(
  recordSchema: S,
  options: ItemOptions<z.input<S>> = {},
): ResponseSpec<z.input<S>> {
  const status = options.status ?? 200
  const present = (record: z.input<S>) => {
    const data = recordSchema.parse(record) as Record<string, unknown>
    const top = Object.fromEntries((options.repeated ?? []).map((name) => [name, data[name]]))
    return { ...(options.success ? { success: true } : {}), ...top, data }
  }
  return {
    status,
    located: options.location !== undefined,
    bodySchema: z.object({
      ...(options.success ? { success: z.literal(true) } : {}),
      ...Object.fromEntries(
        (options.repeated ?? []).map((name) => [name, recordSchema.shape[name] as z.ZodType]),
      ),
      data: recordSchema,
    }),
    present,
    respond(record, request) {
      const headers = options.location
        ? { location: env().appUrl + options.location(record, request) }
        : undefined
      return FastResponse.json(present(record), { status, headers })
    },
  }
}

/** A page of records with links and meta. */
export function page<S extends z.ZodType>(
  recordSchema: S,
  options: { success?: true } = {},
): ResponseSpec<Page<z.input<S>>> {
  const present = (result: Page<z.input<S>>, url: URL) => {
    const items = result.items.map((item) => recordSchema.parse(item))
    const body = pageBody({ ...result, items }, url)
    return options.success ? { success: true, ...body } : body
  }
  return {
    status: 200,
    bodySchema: z.object({
      ...(options.success ? { success: z.literal(true) } : {}),
      data: z.array(recordSchema),
      links: z.object({
        first: z.url(),
        last: z.url().nullable().meta({ description: 'Null when `meta.total_exact` is false.' }),
        prev: z.url().nullable(),
        next: z.url().nullable(),
      }),
      meta: z.object({
        current_page: z.int(),
        from: z.int().nullable(),
        last_page: z.int().nullable().meta({ description: 'Null when `total_exact` is false.' }),
        path: z.url(),
        per_page: z.int(),
        to: z.int().nullable(),
        total: z.int(),
        total_exact: z.literal(false).optional().meta({
          description:
            'False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.',
        }),
      }),
    }),
    present,
    respond: (result, request) => FastResponse.json(present(result, getUrl(request))),
  }
}

/** A body without the `data` envelope. */
export function plainJson<S extends z.ZodType>(bodySchema: S): ResponseSpec<z.input<S>> {
  const present = (body: z.input<S>) => bodySchema.parse(body)
  return { status: 200, bodySchema, present, respond: (body) => FastResponse.json(present(body)) }
}

/** The same response with the version of its record as `ETag`, none for null; the body need not contain it. */
export function versioned<R, Versioned extends R>(
  response: ResponseSpec<R>,
  versionOfResult: (result: Versioned) => string | null,
): ResponseSpec<Versioned> {
  return {
    ...response,
    versioned: true,
    async respond(result, request) {
      const reply = await response.respond(result, request)
      const version = versionOfResult(result)
      if (version !== null) reply.headers.set('etag', `"${version}"`)
      return reply
    },
  }
}

/** 204 No Content. */
export function noContent(): ResponseSpec<void> {
  return { status: 204, bodySchema: null, respond: () => new FastResponse(null, { status: 204 }) }
}

/**
 * The result of a download. The stream is opened only when bytes are sent, not for `HEAD` or a 304. Where the size is
 * known, it can be opened at a byte range (both ends included).
 */
export interface FileResult {
  body: Uint8Array | ((range?: { start: number; end: number }) => Readable)
  contentType: string
  filename: string
  size?: number
  /** A strong ETag without quotes: the SHA-256 of the bytes or of their sources. */
  etag?: string
  /** The ETag of the opened bytes, where it is known only then; null: they lack a part that a later response has. */
  openedEtag?: () => string | null
  /** Further headers. */
  headers?: Record<string, string>
  /** Called once the first bytes are there to be sent, such as to record the download. */
  onOpened?: () => void
  disposition?: 'attachment' | 'inline'
  /** How long the browser may show it to the same session without a request; by default it stores nothing. */
  maxAgeSeconds?: number
  /** Shared caches may store it too: everyone may read it. */
  isPublic?: boolean
}

const notModified = 'Not modified: the ETag in `If-None-Match` is current.'

/** A file download; `media` lists its possible types. */
export function file(...media: string[]): ResponseSpec<FileResult> {
  return {
    status: 200,
    bodySchema: 'file',
    media: media.length > 0 ? media : ['application/octet-stream'],
    others: {
      206: 'The requested byte range.',
      304: notModified,
    },
    respond: respondWithFile,
  }
}

/** A ZIP that is made while it is sent: its length is unknown, so it has no ranges. */
export function zipFile(): ResponseSpec<FileResult> {
  return { ...file('application/zip'), others: { 304: notModified } }
}

async function respondWithFile(result: FileResult, request: Request): Promise<Response> {
  const scope = result.isPublic ? 'public' : 'private'
  const headers = new Headers({
    'content-type': result.contentType,
    'content-disposition': contentDisposition(result.disposition ?? 'attachment', result.filename),
    'cache-control': result.maxAgeSeconds
      ? `${scope}, max-age=${result.maxAgeSeconds}`
      : `${scope}, no-store`,
    ...(result.maxAgeSeconds && !result.isPublic ? { vary: 'cookie, authorization' } : {}),
    'x-content-type-options': 'nosniff',
    ...result.headers,
  })
  const etag = result.etag ? `"${result.etag}"` : null
  if (etag) headers.set('etag', etag)
  if (etag && matchesEtag(request.headers.get('if-none-match'), etag)) {
    return new FastResponse(null, { status: 304, headers })
  }
  const size = result.body instanceof Uint8Array ? result.body.length : result.size
  if (size !== undefined) headers.set('accept-ranges', 'bytes')
  const range = size === undefined ? null : parseRange(request, size, etag)
  if (range === 'unsatisfiable') {
    const message = `The range is outside the file, which has ${size} bytes.`
    throw new AppError('range_not_satisfiable', message, { content_range: `bytes */${size}` })
  }
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`)
  const length = range ? range.end - range.start + 1 : size
  if (length !== undefined) headers.set('content-length', String(length))
  // srvx sends a Node stream as it is, although the type does not allow one.
  const body = request.method === 'HEAD' ? null : ((await readBytes(result, range)) as BodyInit)
  if (body) result.onOpened?.()
  if (body && result.openedEtag) {
    const openedEtag = result.openedEtag()
    if (openedEtag) headers.set('etag', `"${openedEtag}"`)
    else headers.delete('etag')
  }
  return new FastResponse(body, { status: range ? 206 : 200, headers })
}

async function readBytes({ body }: FileResult, range: { start: number; end: number } | null) {
  if (body instanceof Uint8Array) {
    return range ? body.subarray(range.start, range.end + 1) : body
  }
  const stream = body(range ?? undefined)
  // Waits for the first bytes: a file that is missing or damaged at its start throws here and gets an error response.
  await once(stream, 'readable')
  // After that the client only sees a truncated file, and the reason is logged.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    const isClientGone = error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ABORT_ERR'
    if (!isClientGone) log().error({ err: error }, 'a file could not be sent whole')
  })
  return stream
}

/** The requested byte range (RFC 9110, section 14); null, the whole file, for an invalid or multiple one. */
function parseRange(request: Request, size: number, etag: string | null) {
  const ifRange = request.headers.get('if-range')
  if (request.method !== 'GET' || (ifRange && ifRange !== etag)) return null
  const match = /^bytes=(\d*)-(\d*)$/i.exec(request.headers.get('range') ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  // `bytes=-500`: the last 500 bytes.
  const isSuffix = match[1] === ''
  if (!isSuffix && match[2] !== '' && Number(match[2]) < Number(match[1])) return null
  const start = isSuffix ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = isSuffix || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}

/** Whether the header `If-None-Match` contains the ETag (with its quotes) or `*`. */
export function matchesEtag(header: string | null, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
}

/** Control characters, and characters that file systems do not allow. */
const unsafe = /[\p{Cc}\\/:*?"<>|]/gu

/** The header `Content-Disposition` (RFC 6266): an ASCII name for old clients, and the full name percent-encoded. */
function contentDisposition(kind: string, filename: string): string {
  const safe = filename.replaceAll(unsafe, '_').toWellFormed()
  // Again after normalization, which turns full-width quotation marks into plain ones.
  const ascii = safe
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(unsafe, '_')
    // A name that is only an extension would be a hidden file.
    .replace(/^\s*(?=(\.\w*)?$)/, 'file')
  const encoded = encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
