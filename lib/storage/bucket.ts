import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { Store } from './store.ts'

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
  })
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  const location = (key: string) => ({ Bucket: url.hostname, Key: prefix ? `${prefix}/${key}` : key })

  return {
    async put(key, path) {
      const { size } = await stat(path)
      await client.send(
        new PutObjectCommand({ ...location(key), Body: createReadStream(path), ContentLength: size }),
      )
      await rm(path)
    },

    async read(key, start, end) {
      try {
        const Range = `bytes=${start}-${end ?? ''}`
        const response = await client.send(new GetObjectCommand({ ...location(key), Range }))
        const total = Number(response.ContentRange?.split('/')[1] ?? response.ContentLength)
        return { total, bytes: response.Body as Readable }
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(location(key)))
    },

    async modifiedAt(key) {
      try {
        return (await client.send(new HeadObjectCommand(location(key)))).LastModified ?? null
      } catch (error) {
        if (error instanceof NotFound) return null
        throw error
      }
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
      await client.send(new PutObjectCommand({ ...location('.probe'), Body: 'probe' }))
    },
  }
}
