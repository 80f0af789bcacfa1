import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

interface S3Object {
  bytes: Buffer
  etag: string
  modifiedAt: Date
}

/** A stand-in for S3 with one bucket in memory. As in S3, each request meets whole objects, whatever others do meanwhile. */
export interface S3Server {
  /** What `STORAGE_URL` is for it. */
  getUrl(prefix: string): string
  /** It responds to every request that it has an internal error. */
  isFailing: boolean
  /** How long it takes for a request. */
  delayMilliseconds: number
  close(): void
}

const BUCKET = 'paraph'

/** Credentials of the server, as the client of AWS finds them. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: 'access', AWS_SECRET_ACCESS_KEY: 'secret' }

/** @param pageLength most keys in one response to a list */
export async function openS3(pageLength = 1000): Promise<S3Server> {
  const objects = new Map<string, S3Object>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (s3.delayMilliseconds > 0) await sleep(s3.delayMilliseconds)
    if (s3.isFailing) return refuse(response, 500, 'InternalError')
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    const [, bucket, ...parts] = pathname.split('/').map(decodeURIComponent)
    if (!request.headers.authorization?.includes(`Credential=${s3Credentials.AWS_ACCESS_KEY_ID}/`))
      return refuse(response, 403, 'AccessDenied')
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket')
    if (searchParams.get('list-type') === '2') return list(objects, searchParams, pageLength, response)
    respond(objects, parts.join('/'), request, body, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const s3: S3Server = {
    isFailing: false,
    delayMilliseconds: 0,
    getUrl: (prefix) =>
      `s3://${BUCKET}/${prefix}?endpoint=${encodeURIComponent(endpoint)}&region=eu-central-1`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return s3
}

function respond(
  objects: Map<string, S3Object>,
  key: string,
  { method, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
) {
  const found = objects.get(key)
  const source = headers['x-amz-copy-source'] as string | undefined
  if (method === 'PUT' && source !== undefined) {
    const copied = objects.get(decodeURIComponent(source).replace(`${BUCKET}/`, ''))
    if (!copied) return refuse(response, 404, 'NoSuchKey')
    objects.set(key, { ...copied, modifiedAt: new Date() })
    return response.end(`<CopyObjectResult><ETag>${copied.etag}</ETag></CopyObjectResult>`)
  }
  if (method === 'PUT') {
    if (found && headers['if-none-match'] === '*') return refuse(response, 412, 'PreconditionFailed')
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    objects.set(key, { bytes: body, etag, modifiedAt: new Date() })
    return response.setHeader('etag', etag).end()
  }
  if (method === 'DELETE') {
    objects.delete(key)
    return response.writeHead(204).end()
  }
  if (!found) return refuse(response, 404, 'NoSuchKey')
  if (headers['if-match'] && headers['if-match'] !== found.etag)
    return refuse(response, 412, 'PreconditionFailed')
  response.setHeader('etag', found.etag).setHeader('last-modified', found.modifiedAt.toUTCString())
  if (method === 'HEAD') return response.setHeader('content-length', found.bytes.length).end()
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (start === undefined) return response.end(found.bytes)
  const total = found.bytes.length
  if (Number(start) >= total) return refuse(response, 416, 'InvalidRange')
  const last = Math.min(end ? Number(end) : total, total - 1)
  response.setHeader('content-range', `bytes ${start}-${last}/${total}`)
  return response.writeHead(206).end(found.bytes.subarray(Number(start), last + 1))
}

function list(
  objects: Map<string, S3Object>,
  query: URLSearchParams,
  pageLength: number,
  response: ServerResponse,
) {
  const after = query.get('continuation-token') ?? ''
  const rest = [...objects]
    .filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const page = rest.slice(0, pageLength)
  const contents = page.map(
    ([key, { modifiedAt }]) =>
      `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`,
  )
  const next =
    rest.length > page.length ? `<NextContinuationToken>${page.at(-1)![0]}</NextContinuationToken>` : ''
  response.end(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`)
}

function refuse(response: ServerResponse, status: number, code: string) {
  response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
}
