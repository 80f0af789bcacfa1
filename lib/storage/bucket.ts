import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Store } from './store.ts'

/** Most reads of an object that is stored again between two requests. */
const MAX_READS = 5
const PUT_ATTEMPTS = 4
/** The file of the health check. */
const PROBE_KEY = '.probe'
const FIRST_DELAY_MILLISECONDS = 100
/** Until the head of the response: a server that accepts requests and does not answer them has failed. */
const TIMEOUTS = { connectionTimeout: 5000, requestTimeout: 20_000, throwOnRequestTimeout: true }
/** The time to send a file counts, too. */
const PUT_MILLISECONDS = 300_000
const PROBE_MILLISECONDS = 5000
/** A server without conditional requests writes the file of the health check so rarely: a bucket may keep every version. */
const PROBE_WRITE_MILLISECONDS = 600_000

/** An S3 bucket: `s3://bucket/prefix?endpoint=…&region=…`, with credentials from the environment, as for AWS tools. */
export function openBucket(storageUrl: string): Store {
  const url = new URL(storageUrl)
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  const client = new S3Client({
    endpoint,
    region: url.searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    // Other servers than Amazon's rarely support bucket host names and the newer checksums.
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: TIMEOUTS,
  })
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  const location = (key: string) => ({ Bucket: url.hostname, Key: prefix ? `${prefix}/${key}` : key })

  const get = async (key: string, start: number, end: number | '', etag?: string) => {
    const range = { Range: `bytes=${start}-${end}`, IfMatch: etag }
    const response = await client.send(new GetObjectCommand({ ...location(key), ...range }))
    const total = Number(response.ContentRange?.split('/')[1] ?? response.ContentLength)
    return { total, bytes: response.Body as Readable, etag: response.ETag }
  }

  /** The beginning and a later part of one object; null when it was stored again between the two requests. */
  const getBoth = async (key: string, head: number, start: number, end: number | '') => {
    const first = await get(key, 0, head - 1)
    if (start >= first.total) return first
    const beginning = await buffer(first.bytes)
    try {
      const part = await get(key, start, end, first.etag)
      part.bytes.unshift(beginning)
      // Not every server knows If-Match.
      if (part.etag === first.etag) return part
      part.bytes.destroy()
    } catch (error) {
      if (!hasStatus(error, 412)) throw error
    }
    return null
  }

  /** Makes the object as new as a stored one. Its bytes and its ETag stay. */
  const renew = (key: string) => {
    const { Bucket, Key } = location(key)
    const source = [Bucket, ...Key.split('/')].map(encodeURIComponent).join('/')
    return client.send(
      new CopyObjectCommand({ Bucket, Key, CopySource: source, MetadataDirective: 'REPLACE' }),
    )
  }

  /** The metadata of an object; null when there is none. */
  const find = async (key: string, options: { abortSignal?: AbortSignal } = {}) => {
    try {
      return await client.send(new HeadObjectCommand(location(key)), options)
    } catch (error) {
      if (error instanceof NotFound) return null
      throw error
    }
  }

  const putFile = async (key: string, path: string) => {
    const { size } = await stat(path)
    // The client repeats requests, but not with the body of a stream, which it has read.
    return putNew((condition) =>
      withRetries(() => {
        const file = { Body: createReadStream(path), ContentLength: size }
        const put = new PutObjectCommand({ ...location(key), ...file, ...condition })
        return client.send(put, { requestTimeout: PUT_MILLISECONDS })
      }),
    )
  }

  let probeWrittenAt = Number.NEGATIVE_INFINITY

  return {
    async put(key, path) {
      // Asked first, because it saves the upload, and not every server knows If-None-Match.
      const isStored = (await find(key)) !== null || !(await putFile(key, path))
      if (isStored) await renew(key)
      return !isStored
    },

    async read(key, start, end, head = 0) {
      try {
        if (head === 0) return await get(key, start, end ?? '')
        if (start <= head) return await get(key, 0, end ?? '')
        for (let attempt = 1; attempt <= MAX_READS; attempt++) {
          const both = await getBoth(key, head, start, end ?? '')
          if (both) return both
        }
        throw new Error(`The object ${key} changes all the time.`)
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        // The object ends before the range: it is empty or cut off.
        if (hasStatus(error, 416)) return { total: 0, bytes: Readable.from([]) }
        throw error
      }
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(location(key)))
    },

    async modifiedAt(key) {
      return (await find(key))?.LastModified ?? null
    },

    async *list() {
      let token: string | undefined
      do {
        const keyPrefix = prefix ? `${prefix}/` : ''
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: url.hostname, Prefix: keyPrefix, ContinuationToken: token }),
        )
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          yield { key: Key.slice(keyPrefix.length), modifiedAt: LastModified ?? new Date() }
        }
        token = page.NextContinuationToken
      } while (token)
    },

    async probe() {
      const options = { abortSignal: AbortSignal.timeout(PROBE_MILLISECONDS) }
      const isRecent = performance.now() - probeWrittenAt < PROBE_WRITE_MILLISECONDS
      if (isRecent && (await find(PROBE_KEY, options)) !== null) return false
      const file = { ...location(PROBE_KEY), Body: 'probe' }
      const isWritten = await putNew((condition) =>
        client.send(new PutObjectCommand({ ...file, ...condition }), options),
      )
      if (isWritten) probeWrittenAt = performance.now()
      return isWritten
    },

    async check() {
      const file = location(`.check-${randomUUID()}`)
      const list = { Bucket: file.Bucket, Prefix: file.Key }
      const options = () => ({ abortSignal: AbortSignal.timeout(PROBE_MILLISECONDS) })
      await named('put', client.send(new PutObjectCommand({ ...file, Body: 'check' }), options()))
      try {
        const { Body } = await named('get', client.send(new GetObjectCommand(file), options()))
        await Body?.transformToByteArray()
        await named('list', client.send(new ListObjectsV2Command(list), options()))
      } finally {
        await named('delete', client.send(new DeleteObjectCommand(file), options()))
      }
    },
  }
}

/** The result of a request; an error says which one was refused. */
async function named<T>(operation: string, request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    const failure = error as Error
    failure.message = `${operation}: ${failure.message}`
    throw failure
  }
}

/**
 * Stores an object unless there is one (RFC 9110, 13.1.2).
 * @param put sends it, on the condition
 * @returns whether it was stored
 */
async function putNew(put: (condition: { IfNoneMatch?: string }) => Promise<unknown>): Promise<boolean> {
  try {
    await put({ IfNoneMatch: '*' })
  } catch (error) {
    if (hasStatus(error, 412)) return false
    // Servers that know no conditional writes.
    if (!hasStatus(error, 501)) throw error
    await put({})
  }
  return true
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status
}

/** Repeats a request after failures that may be over soon, with growing delays. */
async function withRetries<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      // The client leaves network errors of a request with a stream without the member that its other errors have.
      const failure = error as Pick<S3ServiceException, '$metadata'>
      failure.$metadata ??= {}
      if (attempt === PUT_ATTEMPTS || !isTransient(failure)) throw failure
      await sleep(FIRST_DELAY_MILLISECONDS * 2 ** attempt * Math.random())
    }
  }
}

/** Whether no response came, or one that says that the server is busy or failed. */
function isTransient({ $metadata }: Pick<S3ServiceException, '$metadata'>): boolean {
  const { httpStatusCode: status } = $metadata
  return status === undefined || [429, 500, 502, 503, 504].includes(status)
}
