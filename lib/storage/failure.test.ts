import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '#lib/core/errors'
import { openBucket } from './bucket.ts'
import { EncryptedFileWriter } from './encrypt.ts'
import { toStorageError, withStorageErrors } from './failure.ts'
import { openStore } from './open-store.ts'
import { putStaged, stageBytes, stageStream } from './stage.ts'
import { stagingFolder } from './store.ts'

beforeAll(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
})
afterAll(() => void vi.unstubAllEnvs())

const errorWithCode = (code: string) => Object.assign(new Error(`${code}: /var/paraph/files`), { code })

describe('toStorageError', () => {
  it.each([
    ['ENOSPC', 'storage_full'],
    ['EDQUOT', 'storage_full'],
    ['EROFS', 'unavailable'],
    ['EACCES', 'unavailable'],
    ['EIO', 'unavailable'],
  ])('maps %s to %s, without naming a path', (code, expected) => {
    const failure = toStorageError(errorWithCode(code)) as AppError
    expect([failure.code, typeof failure.details.retry_after]).toEqual([expected, 'number'])
    expect(failure.message).not.toContain('/var')
  })

  it('maps a folder that cannot be created to unavailable, which Node reports for a read-only file system', () => {
    const error = Object.assign(errorWithCode('ENOENT'), { syscall: 'mkdir' })
    expect(toStorageError(error)).toMatchObject({ code: 'unavailable' })
  })

  it('leaves other errors unchanged', () => {
    const others = [
      errorWithCode('ENOENT'),
      errorWithCode('ECONNRESET'),
      new TypeError('x'),
      new AppError('not_found', 'x'),
      'text',
    ]
    for (const other of others) expect(toStorageError(other)).toBe(other)
  })

  it('maps the failed listing of a bucket that does not answer', async () => {
    const store = await openStore({ storageUrl: 's3://paraph?endpoint=http://127.0.0.1:1', dataDir: '' })
    await expect(Array.fromAsync(store.list())).rejects.toMatchObject({ code: 'unavailable' })
  })

  it.each([
    [507, 'storage_full'],
    [403, 'unavailable'],
    [500, 'unavailable'],
  ])('maps the response %i of a bucket to %s', async (status, expected) => {
    const server = createServer((_, response) => response.writeHead(status).end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const bucket = openBucket(`s3://paraph?endpoint=http://127.0.0.1:${port}`)
    await expect(withStorageErrors(() => bucket.probe())).rejects.toMatchObject({ code: expected })
    server.close()
  })

  it('maps an unreachable bucket to unavailable', async () => {
    const bucket = openBucket('s3://paraph?endpoint=http://127.0.0.1:1')
    await expect(withStorageErrors(() => bucket.probe())).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('put into a bucket', () => {
  /** A bucket whose first `failures` puts fail in one of the ways; `received` are the lengths of all puts. */
  async function failingBucket(failures: number, fail: (response: ServerResponse) => void) {
    const received: number[] = []
    const server = createServer(async (request, response) => {
      if (request.method !== 'PUT') return void response.writeHead(404).end()
      let length = 0
      for await (const chunk of request) length += (chunk as Buffer).length
      received.push(length)
      if (received.length <= failures) fail(response)
      else response.writeHead(200).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const folder = await mkdtemp(join(tmpdir(), 'paraph-bucket-'))
    const path = join(folder, 'file')
    await writeFile(path, randomBytes(300_000))
    const bucket = openBucket(`s3://paraph?endpoint=http://127.0.0.1:${port}`)
    const put = () => withStorageErrors(() => bucket.put('7/ab/abc', path))
    const close = async () => {
      server.close()
      await rm(folder, { recursive: true })
    }
    return { put, received, close }
  }

  it.each<[string, (response: ServerResponse) => void]>([
    ['500', (response) => response.writeHead(500).end()],
    ['503', (response) => response.writeHead(503).end()],
    ['429', (response) => response.writeHead(429).end()],
    ['a lost connection', (response) => response.socket?.destroy()],
  ])('is repeated with all its bytes after %s', async (_, fail) => {
    const bucket = await failingBucket(2, fail)
    expect(await bucket.put()).toBe(true)
    expect(bucket.received).toEqual([300_000, 300_000, 300_000])
    await bucket.close()
  })

  it('is unavailable when no attempt gets a response', async () => {
    const bucket = await failingBucket(100, (response) => response.socket?.destroy())
    await expect(bucket.put()).rejects.toMatchObject({ code: 'unavailable' })
    await bucket.close()
  })

  it('fails after four attempts', async () => {
    const bucket = await failingBucket(100, (response) => response.writeHead(500).end())
    await expect(bucket.put()).rejects.toMatchObject({ code: 'unavailable' })
    expect(bucket.received).toHaveLength(4)
    await bucket.close()
  })

  it.each([403, 507])('is not repeated after %i', async (status) => {
    const bucket = await failingBucket(100, (response) => response.writeHead(status).end())
    await expect(bucket.put()).rejects.toMatchObject({
      code: status === 507 ? 'storage_full' : 'unavailable',
    })
    expect(bucket.received).toHaveLength(1)
    await bucket.close()
  })
})

describe('a full disk', () => {
  afterEach(() => vi.restoreAllMocks())

  it('is detected with the first bytes that are written', async () => {
    const full = await open('/dev/full', 'w')
    await expect(new EncryptedFileWriter(full, 7).finish()).rejects.toMatchObject({ code: 'ENOSPC' })
    await full.close()
  })

  it('makes the commit of a file fail with storage_full', async () => {
    const handle = await open(import.meta.filename)
    vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockRejectedValue(errorWithCode('ENOSPC'))
    await handle.close()
    const staged = await stageStream(7, [randomBytes(100_000)], { maxBytes: 1e9 })
    await expect(staged.commit()).rejects.toMatchObject({ code: 'storage_full' })
    expect(await readdir(stagingFolder())).toEqual([])
    const file = await stageBytes(7, randomBytes(100_000))
    await expect(putStaged(file)).rejects.toMatchObject({ code: 'storage_full' })
    expect(await readdir(stagingFolder())).toEqual([])
  })

  it('makes the staging of bytes fail with storage_full, and leaves nothing', async () => {
    vi.spyOn(EncryptedFileWriter.prototype, 'add').mockImplementation(() => {
      throw errorWithCode('ENOSPC')
    })
    await expect(stageBytes(7, randomBytes(100))).rejects.toMatchObject({ code: 'storage_full' })
    expect(await readdir(stagingFolder())).toEqual([])
  })
})
