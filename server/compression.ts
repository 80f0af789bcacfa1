import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type BrotliCompress, constants, createBrotliCompress, createGzip, type Gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

/** Below this size the compressed body is hardly smaller. */
const MIN_BYTES = 1024
/** A quarter of the default window: pages are small, and each response in progress needs memory for it. */
const WINDOW_BITS = 20
const QUALITY = 4

const compressible = /^(text\/(?!event-stream)|application\/(json|javascript|xml|manifest\+json)|image\/svg)/i
/** The end of an ETag of a compressed response; the strong ETags of two encodings must differ (RFC 9110, 8.8.3.3). */
const etagSuffix = /-(br|gzip)"/g
/** Without `If-Range`: a range of a compressed body cannot be continued with a range of the file. */
const conditionalHeaders = ['if-match', 'if-none-match'] as const

/** The encoding for a response by the header `Accept-Encoding`; null for none. */
export function encodingFor(header: string | string[] | undefined): Encoding | null {
  const weights = new Map(
    String(header ?? '')
      .split(',')
      .map((part): [string, number] => {
        const [name, weight] = part
          .trim()
          .toLowerCase()
          .split(/\s*;\s*q=/)
        return [name!, weight === undefined ? 1 : Number(weight) || 0]
      }),
  )
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  if (weightOf('br') === 0 && weightOf('gzip') === 0) return null
  return weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip'
}

/** Compresses the body of the response with brotli or gzip, where the client accepts it and it is text. */
export function compressResponse(request: IncomingMessage, response: ServerResponse): void {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const knownSuffix = removeEtagSuffixes(request)
  const [writeHead, write, end] = [
    response.writeHead.bind(response),
    response.write.bind(response),
    response.end.bind(response),
  ]
  /** Undefined until the headers are known, null for a body that is sent as it is. */
  let encoder: BrotliCompress | Gzip | null | undefined

  function decide(size: number) {
    const type = String(response.getHeader('content-type') ?? '')
    const isNotModified = response.statusCode === 304
    if (compressible.test(type) || isNotModified) addVary(response)
    if (isNotModified && knownSuffix) addEtagSuffix(response, knownSuffix)
    const hasBody = request.method !== 'HEAD' && ![204, 206, 304].includes(response.statusCode)
    const isPlain = !response.hasHeader('content-encoding') && compressible.test(type)
    if (!encoding || !hasBody || !isPlain || size < MIN_BYTES) return null
    response.setHeader('Content-Encoding', encoding)
    response.removeHeader('Content-Length')
    response.removeHeader('Accept-Ranges')
    addEtagSuffix(response, encoding)
    return pipeTo(response, encoding, write, end)
  }
  const declaredSize = () => Number(response.getHeader('content-length') ?? Number.POSITIVE_INFINITY)

  response.writeHead = ((status: number, ...others: (string | Headers)[]) => {
    response.statusCode = status
    const headers = others.at(-1)
    if (typeof headers === 'object') mergeHeaders(response, headers)
    if (encoder === undefined) encoder = decide(declaredSize())
    return typeof others[0] === 'string' ? writeHead(status, others[0]) : writeHead(status)
  }) as typeof response.writeHead

  response.write = ((chunk: Buffer | string, ...others: []) => {
    if (encoder === undefined) encoder = decide(declaredSize())
    return encoder ? encoder.write(chunk, ...others) : write(chunk, ...others)
  }) as typeof response.write

  response.end = ((...args: [(Buffer | string | (() => void))?]) => {
    const [chunk] = args
    const hasChunk = typeof chunk === 'string' || chunk instanceof Uint8Array
    if (encoder === undefined) encoder = decide(hasChunk ? Buffer.byteLength(chunk) : 0)
    if (!encoder) return end(...(args as []))
    encoder.end(...(args as []))
    return response
  }) as typeof response.end

  // Next calls it after each part of a page that it streams.
  Object.assign(response, { flush: () => encoder?.flush() })
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** The encoder, with its output going to the response and the back pressure of the response going to its writer. */
function pipeTo(
  response: ServerResponse,
  encoding: Encoding,
  write: (chunk: Buffer) => boolean,
  end: () => void,
): BrotliCompress | Gzip {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants
  const params = { [BROTLI_PARAM_QUALITY]: QUALITY, [BROTLI_PARAM_LGWIN]: WINDOW_BITS }
  const encoder = encoding === 'br' ? createBrotliCompress({ params }) : createGzip()
  encoder.on('data', (chunk: Buffer) => {
    if (!write(chunk)) encoder.pause()
  })
  encoder.on('end', () => end())
  encoder.on('error', (error) => response.destroy(error))
  encoder.on('drain', () => response.emit('drain'))
  response.on('drain', () => encoder.resume())
  // Also when the client is gone before the end.
  response.once('close', () => encoder.destroy())
  return encoder
}

/** As `writeHead` of Node: the headers replace those of the same name that were set before. */
function mergeHeaders(response: ServerResponse, headers: Headers): void {
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) response.setHeader(name, value)
    return
  }
  const pairs = Array.from({ length: headers.length / 2 }, (_, index) =>
    headers.slice(index * 2, index * 2 + 2),
  )
  for (const [name] of pairs) response.removeHeader(String(name))
  for (const [name, value] of pairs) response.appendHeader(String(name), String(value))
}

function addVary(response: ServerResponse): void {
  const names = String(response.getHeader('vary') ?? '')
  if (/(^|[\s,])(accept-encoding|\*)($|[\s,])/i.test(names)) return
  response.setHeader('Vary', names ? `${names}, Accept-Encoding` : 'Accept-Encoding')
}

function addEtagSuffix(response: ServerResponse, encoding: Encoding): void {
  const etag = response.getHeader('etag')
  if (typeof etag === 'string') response.setHeader('ETag', etag.replace(/"$/, `-${encoding}"`))
}

/** Gives the routes the ETags that they made. @returns the encoding in `If-None-Match` */
function removeEtagSuffixes(request: IncomingMessage): Encoding | null {
  const known = /-(br|gzip)"/.exec(request.headers['if-none-match'] ?? '')?.[1] ?? null
  for (const name of conditionalHeaders) {
    const value = request.headers[name]
    if (typeof value === 'string') request.headers[name] = value.replaceAll(etagSuffix, '"')
  }
  return known as Encoding | null
}
