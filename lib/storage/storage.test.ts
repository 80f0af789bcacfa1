import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { log } from '#lib/core/log'
import { forgetFaults } from '#lib/core/runtime/faults'
import { openS3, type S3Server, s3Credentials } from '#lib/testing/servers/s3'
import { openBucket } from './bucket.ts'
import { decryptFileSync } from './decrypt.ts'
import { getBytes, getStream, isOwnFile, putBytes, readSize, remove } from './files.ts'
import { openFolder } from './folder.ts'
import { CHUNK_BYTES, HEADER_BYTES, plainSize, StorageError } from './format.ts'
import { clearStaging, scheduleStagingCleanup, stageStream } from './stage.ts'
import { makeStoreKey, type Store, stagingFolder } from './store.ts'

const disk = vi.hoisted(() => ({ freeBytes: 1e12 }))
vi.mock('./free-space.ts', () => ({ readFreeBytes: async () => disk.freeBytes }))

const TENANT = 7
const getPath = (sha256: string) => join(env().dataDir, 'files', makeStoreKey(TENANT, sha256))
const stagedNames = async () => (existsSync(stagingFolder()) ? await readdir(stagingFolder()) : [])

describe('a stored file', () => {
  const lengths = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 1_000_003]
  test.each(lengths)('of %i bytes is read by its SHA-256', async (length) => {
    const bytes = randomBytes(length)
    const stored = await putBytes(TENANT, bytes)
    expect(stored).toEqual({ sha256: sha256Hex(bytes), size: length })
    expect(Buffer.compare(await getBytes(TENANT, stored.sha256), bytes)).toBe(0)
    expect(await readSize(TENANT, stored.sha256)).toBe(length)
    expect(Buffer.compare(await buffer(getStream(TENANT, stored.sha256)), bytes)).toBe(0)
    expect(await stagedNames()).toEqual([])
  })

  test('is read in part, within and across the boundaries of chunks', async () => {
    const bytes = randomBytes(3 * CHUNK_BYTES + 100)
    const { sha256 } = await putBytes(TENANT, bytes)
    const ranges = [
      [0, 0],
      [0, CHUNK_BYTES - 1],
      [CHUNK_BYTES - 1, CHUNK_BYTES],
      [CHUNK_BYTES, 2 * CHUNK_BYTES - 1],
      [5, bytes.length - 6],
      [bytes.length - 1, bytes.length - 1],
      [3 * CHUNK_BYTES + 50, 10 ** 9],
    ] as const
    for (const [start, end] of ranges) {
      const part = await buffer(getStream(TENANT, sha256, { start, end }))
      expect(Buffer.compare(part, bytes.subarray(start, end + 1)), `${start}-${end}`).toBe(0)
    }
    expect(await buffer(getStream(TENANT, sha256, { start: bytes.length }))).toHaveLength(0)
  })

  test('has no plaintext on the disk, and never changes when it is stored again', async () => {
    const text = Buffer.from('A very secret agreement. '.repeat(4000))
    const { sha256 } = await putBytes(TENANT, text)
    const first = await readFile(getPath(sha256))
    expect(first.includes('secret')).toBe(false)
    await utimes(getPath(sha256), new Date(0), new Date(0))
    await putBytes(TENANT, text)
    expect(first.equals(await readFile(getPath(sha256)))).toBe(true)
    const status = await stat(getPath(sha256))
    expect(status.mode & 0o077).toBe(0)
    // As new, so that the nightly job does not remove it before its record is written.
    expect(Date.now() - status.mtimeMs).toBeLessThan(60_000)
    expect(await stagedNames()).toEqual([])
  })

  test('is known as the own one by its header', async () => {
    const { sha256 } = await putBytes(TENANT, Buffer.from('own'))
    const file = { tenantId: TENANT, sha256 }
    expect(await isOwnFile(file)).toBe(true)
    await remove(TENANT, sha256)
    expect(await isOwnFile(file)).toBeNull()
    // It cannot be read: EIO.
    await symlink('/proc/self/mem', getPath(sha256))
    expect(await isOwnFile(file)).toBe(false)
    await rm(getPath(sha256))
  })

  test('has other ciphertext when it is stored after it was removed', async () => {
    const { sha256 } = await putBytes(TENANT, Buffer.from('twice'))
    const first = await readFile(getPath(sha256))
    await remove(TENANT, sha256)
    await putBytes(TENANT, Buffer.from('twice'))
    expect(first.equals(await readFile(getPath(sha256)))).toBe(false)
  })

  test('is not found by another tenant, and not decrypted in the folder of another tenant', async () => {
    const { sha256 } = await putBytes(TENANT, Buffer.from('ours'))
    await expect(getBytes(8, sha256)).rejects.toThrow(/tenant 8 is missing/)
    await putBytes(8, Buffer.from('theirs'))
    await openFolder(join(env().dataDir, 'files')).put(
      makeStoreKey(8, sha256),
      await getCopy(await readFile(getPath(sha256))),
    )
    await expect(getBytes(8, sha256)).rejects.toThrow(/tenant 8 is damaged: its header/)
  })

  test('is missing after it was removed; removing it again is not an error', async () => {
    const { sha256 } = await putBytes(TENANT, Buffer.from('for a while'))
    await remove(TENANT, sha256)
    await remove(TENANT, sha256)
    expect(await readSize(TENANT, sha256)).toBeNull()
    await expect(getBytes(TENANT, sha256)).rejects.toThrow(StorageError)
    await expect(buffer(getStream(TENANT, sha256))).rejects.toThrow(/is missing/)
  })

  describe('that is damaged', () => {
    const bytes = randomBytes(2 * CHUNK_BYTES + 500)
    let sha256: string
    let wholeFile: Buffer
    beforeAll(async () => {
      sha256 = (await putBytes(TENANT, bytes)).sha256
      wholeFile = await readFile(getPath(sha256))
    })
    const flipAt = (position: number) => {
      const copy = Buffer.from(wholeFile)
      copy[position] = (copy[position] ?? 0) ^ 1
      return copy
    }
    const middle = HEADER_BYTES + CHUNK_BYTES + 16 + 100
    test.each([
      ['a changed bit in its header', () => flipAt(10), 'its header'],
      ['a changed bit in its magic number', () => flipAt(0), 'its header'],
      ['a changed bit in the middle', () => flipAt(middle), 'chunk 1'],
      ['a changed last byte', () => flipAt(wholeFile.length - 1), 'chunk 2'],
      ['its end missing from within a chunk', () => wholeFile.subarray(0, middle), 'its header'],
      ['its last chunks missing', () => wholeFile.subarray(0, HEADER_BYTES + CHUNK_BYTES + 16), 'its header'],
      ['20 bytes left', () => wholeFile.subarray(0, 20), 'its length'],
      ['no bytes left', () => Buffer.alloc(0), 'its length'],
    ])('is an error that names the place: with %s', async (_damage, damagedFile, place) => {
      await writeFile(getPath(sha256), damagedFile())
      const errorWithPlace = new RegExp(`${sha256} of tenant ${TENANT} is damaged: ${place}`)
      await expect(getBytes(TENANT, sha256)).rejects.toThrow(errorWithPlace)
      await expect(buffer(getStream(TENANT, sha256))).rejects.toThrow(errorWithPlace)
    })

    test('is an error when two chunks are exchanged', async () => {
      const copy = Buffer.from(wholeFile)
      const size = CHUNK_BYTES + 16
      copy.set(wholeFile.subarray(HEADER_BYTES + size, HEADER_BYTES + 2 * size), HEADER_BYTES)
      await writeFile(getPath(sha256), copy)
      await expect(getBytes(TENANT, sha256)).rejects.toThrow(/chunk 0/)
    })

    test.each([
      ['only its beginning left', () => wholeFile.subarray(0, 10)],
      ['a changed bit in its magic number', () => flipAt(0)],
      ['a changed bit in the middle', () => flipAt(middle)],
      ['a changed last byte', () => flipAt(wholeFile.length - 1)],
      ['a byte more', () => Buffer.concat([wholeFile, Buffer.alloc(1)])],
      ['no bytes left', () => Buffer.alloc(0)],
    ])('is intact again when the same bytes are stored again: with %s', async (_damage, damagedFile) => {
      await writeFile(getPath(sha256), damagedFile())
      await putBytes(TENANT, bytes)
      expect(Buffer.compare(await getBytes(TENANT, sha256), bytes)).toBe(0)
    })
  })
})

test('a file is read while the same bytes are stored again and again', async () => {
  const bytes = randomBytes(3 * CHUNK_BYTES)
  const { sha256 } = await putBytes(TENANT, bytes)
  let isDone = false
  const store = async () => {
    for (let round = 0; round < 40; round++) await putBytes(TENANT, bytes)
    isDone = true
  }
  const readAll = async () => {
    while (!isDone) {
      const start = 2 * CHUNK_BYTES + 5
      const part = await buffer(getStream(TENANT, sha256, { start }))
      expect(part.equals(bytes.subarray(start))).toBe(true)
      expect(Buffer.compare(await getBytes(TENANT, sha256), bytes)).toBe(0)
    }
  }
  await Promise.all([store(), readAll(), readAll()])
})

async function getCopy(bytes: Uint8Array): Promise<string> {
  const path = join(await mkdtemp(join(env().dataDir, 'copy-')), 'file')
  await writeFile(path, bytes)
  return path
}

describe('staging', () => {
  test('stores nothing before the commit', async () => {
    const bytes = randomBytes(200_000)
    const staged = await stageStream(TENANT, Readable.from([bytes]), { maxBytes: 200_000 })
    expect(Buffer.compare(decryptFileSync(staged.file), bytes)).toBe(0)
    expect(await readSize(TENANT, staged.sha256)).toBeNull()
    await staged.commit()
    await staged.discard()
    expect(await readSize(TENANT, staged.sha256)).toBe(200_000)
  })

  test('stores nothing when the file cannot be flushed to the disk', async () => {
    const handle = await open(import.meta.filename)
    const failingSync = vi
      .spyOn(Object.getPrototypeOf(handle), 'sync')
      .mockRejectedValueOnce(new Error('disk full'))
    await handle.close()
    const staged = await stageStream(TENANT, Readable.from([randomBytes(99)]), { maxBytes: 99 })
    await expect(staged.commit()).rejects.toThrow('disk full')
    expect(await readSize(TENANT, staged.sha256)).toBeNull()
    expect(await stagedNames()).toEqual([])
    failingSync.mockRestore()
  })

  test('removes discarded files', async () => {
    const staged = await stageStream(TENANT, Readable.from([Buffer.from('no')]), { maxBytes: 10 })
    await staged.discard()
    expect(await stagedNames()).toEqual([])
    expect(await readSize(TENANT, staged.sha256)).toBeNull()
  })

  test('refuses a file that is too large immediately, and leaves nothing', async () => {
    let readBytes = 0
    const endless = Readable.from(
      (function* () {
        for (;;) {
          readBytes += 65_536
          yield Buffer.alloc(65_536)
        }
      })(),
    )
    await expect(stageStream(TENANT, endless, { maxBytes: 1024 * 1024 })).rejects.toMatchObject({
      code: 'validation_error',
      details: { reason: 'too_large', errors: { file: ['The file is larger than 1 MB.'] } },
    })
    expect(readBytes).toBeLessThan(3 * 1024 * 1024)
    expect(await stagedNames()).toEqual([])
  })

  test('refuses uploads while little space is free, but nothing else', async () => {
    disk.freeBytes = 499_999_999
    const stage = (isUpload: boolean) =>
      stageStream(TENANT, Readable.from([Buffer.from('file')]), { maxBytes: 100, isUpload })
    const logged = [vi.spyOn(log(), 'error'), vi.spyOn(log(), 'warn')].map((spy) =>
      spy.mockImplementation(() => {}),
    )
    forgetFaults()
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(stage(true)).rejects.toMatchObject({ code: 'storage_full', details: { retry_after: 30 } })
    expect(await stagedNames()).toEqual([])
    await (await stage(false)).discard()
    disk.freeBytes = 500_000_000
    await (await stage(true)).discard()
    const faults = logged.map(({ mock }) => mock.calls.map(([data]) => data))
    const fault = { fault: 'storage_full', subject: stagingFolder() }
    expect(faults).toEqual([
      [expect.objectContaining({ ...fault, free_bytes: 499_999_999 })],
      [expect.objectContaining({ ...fault, count: 2 })],
    ])
    for (const spy of logged) spy.mockRestore()
  })

  test('leaves nothing of an interrupted upload', async () => {
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(100_000)
        throw new Error('the client went away')
      })(),
    )
    await expect(stageStream(TENANT, broken, { maxBytes: 1e9 })).rejects.toThrow('the client went away')
    expect(await stagedNames()).toEqual([])
  })

  test('is cleared of old files, which killed processes leave', async () => {
    const staged = await stageStream(TENANT, Readable.from([Buffer.from('recent')]), { maxBytes: 10 })
    const oldFile = join(stagingFolder(), 'left-behind')
    await writeFile(oldFile, 'x')
    await utimes(oldFile, new Date(0), new Date(0))
    await clearStaging(new Date(Date.now() - 3_600_000))
    expect(existsSync(oldFile)).toBe(false)
    expect(Buffer.from(decryptFileSync(staged.file)).toString()).toBe('recent')
    await staged.discard()
  })

  test('is cleared by each process at its start and every hour', async () => {
    const oldFile = join(stagingFolder(), 'left-behind')
    const leaveOldFile = async () => {
      await mkdir(stagingFolder(), { recursive: true })
      await writeFile(oldFile, 'x')
      await utimes(oldFile, new Date(0), new Date(0))
    }
    vi.useFakeTimers({ toFake: ['setInterval'] })
    try {
      await leaveOldFile()
      scheduleStagingCleanup()
      await vi.waitFor(() => expect(existsSync(oldFile)).toBe(false))
      await leaveOldFile()
      vi.advanceTimersByTime(3_600_000)
      await vi.waitFor(() => expect(existsSync(oldFile)).toBe(false))
    } finally {
      vi.useRealTimers()
    }
  })

  test('reads and writes files in constant memory', () => {
    const script = `
      const { Readable } = await import('node:stream')
      const { setInstallationKey } = await import('./lib/core/secretbox.ts')
      const { getStream } = await import('./lib/storage/files.ts')
      const { stageStream } = await import('./lib/storage/stage.ts')
      setInstallationKey(new Uint8Array(32))
      const block = Buffer.alloc(65536, 'x')
      const source = (count) => Readable.from((function* () { for (let n = 0; n < count; n++) { if (n % 64 === 0) gc(); yield block } })())
      const peak = () => process.resourceUsage().maxRSS * 1024
      const roundTrip = async (blocks) => {
        const { sha256, commit } = await stageStream(1, source(blocks), { maxBytes: 1e9 })
        await commit()
        let read = 0
        for await (const piece of getStream(1, sha256)) {
          read += piece.length
          if (read % (1 << 22) < piece.length) gc()
        }
        return read
      }
      const before = process.memoryUsage().rss
      const fifty = await roundTrip(800)
      const afterFifty = peak()
      const threeHundred = await roundTrip(4800)
      console.log(JSON.stringify({ fifty, threeHundred, growthFor50: afterFifty - before, furtherGrowthFor300: peak() - afterFifty }))`
    const output = execFileSync(process.execPath, ['--expose-gc', '-e', script], {
      encoding: 'utf8',
    })
    const memory = JSON.parse(output) as {
      fifty: number
      threeHundred: number
      growthFor50: number
      furtherGrowthFor300: number
    }
    expect(memory.fifty).toBe(800 * 65_536)
    expect(memory.threeHundred).toBe(4800 * 65_536)
    expect(memory.growthFor50 / 1e6, 'a file of 50 MB').toBeLessThan(90)
    expect(memory.furtherGrowthFor300 / 1e6, 'six times as much').toBeLessThan(40)
  })
})

describe('a store', () => {
  let s3: S3Server
  const stores: Record<string, () => Promise<Store>> = {
    folder: async () => openFolder(join(env().dataDir, 'store-test')),
    bucket: async () => openBucket(s3.getUrl('some/prefix')),
  }
  beforeAll(async () => {
    Object.assign(process.env, s3Credentials)
    s3 = await openS3(2)
  })
  afterAll(() => s3.close())

  test.each(Object.keys(stores))('(%s) stores once, reads ranges and removes', async (kind) => {
    const store = await stores[kind]!()
    await store.probe()
    const before = await Array.fromAsync(store.list())
    await store.check()
    expect(await Array.fromAsync(store.list())).toHaveLength(before.length)
    const bytes = randomBytes(300_000)
    expect(await store.read('a/b', 0)).toBeNull()
    expect(await store.put('a/b', await getCopy(bytes))).toBe(true)
    const whole = await store.read('a/b', 0)
    expect(whole?.total).toBe(300_000)
    expect(Buffer.compare(await buffer(whole!.bytes), bytes)).toBe(0)
    const part = await store.read('a/b', 1000, 1999)
    expect(part?.total).toBe(300_000)
    expect(Buffer.compare(await buffer(part!.bytes), bytes.subarray(1000, 2000))).toBe(0)
    const lastBytes = await store.read('a/b', 299_990, 10 ** 9)
    expect(await buffer(lastBytes!.bytes)).toHaveLength(10)
    for (const [start, end] of [
      [100, 1999],
      [1000, 1999],
      [299_990, undefined],
      [400_000, undefined],
    ] as const) {
      const withHead = await store.read('a/b', start, end, 100)
      expect(withHead?.total).toBe(300_000)
      const parts = Buffer.concat([bytes.subarray(0, 100), bytes.subarray(start, end && end + 1)])
      expect(Buffer.compare(await buffer(withHead!.bytes), parts), `${start}`).toBe(0)
    }
    expect(await store.put('a/b', await getCopy(Buffer.from('new')))).toBe(false)
    expect(Buffer.compare(await buffer((await store.read('a/b', 0))!.bytes), bytes)).toBe(0)
    expect((await Array.fromAsync(store.list())).filter(({ key }) => key === 'a/b')).toEqual([
      { key: 'a/b', modifiedAt: expect.any(Date) },
    ])
    await store.remove('a/b')
    await store.remove('a/b')
    expect((await Array.fromAsync(store.list())).map(({ key }) => key)).not.toContain('a/b')
    expect(await store.read('a/b', 0)).toBeNull()
  })

  test.each(Object.keys(stores))('(%s) is read while others put the same key', async (kind) => {
    const store = await stores[kind]!()
    const versions = [1, 2, 3].map((version) => Buffer.alloc(200_000, version))
    await store.put('c/d', await getCopy(versions[0]!))
    let isDone = false
    const write = async () => {
      for (let round = 0; round < 30; round++) await store.put('c/d', await getCopy(versions[round % 3]!))
      isDone = true
    }
    const read = async () => {
      while (!isDone) {
        const stored = await store.read('c/d', 150_000, undefined, 50)
        expect((await buffer(stored!.bytes)).equals(versions[0]!.subarray(0, 50_050))).toBe(true)
      }
    }
    await Promise.all([write(), read(), read()])
  })

  test.each(Object.keys(stores))('(%s) lists all its files, however many', async (kind) => {
    const store = await stores[kind]!()
    const keys = ['g/1', 'g/2', 'g/3', 'g/4', 'g/5']
    for (const key of keys) await store.put(key, await getCopy(randomBytes(10)))
    const listed = (await Array.fromAsync(store.list())).map(({ key }) => key)
    expect(listed.filter((key) => key.startsWith('g/')).sort()).toEqual(keys)
  })

  test('(folder) gives readers one file, whatever is removed and stored again meanwhile', async () => {
    const store = await stores.folder!()
    const versions = [1, 2, 3].map((version) => Buffer.alloc(200_000, version))
    let isDone = false
    const write = async () => {
      for (let round = 0; round < 60; round++) {
        await store.put('e/f', await getCopy(versions[round % 3]!))
        await store.remove('e/f')
      }
      isDone = true
    }
    const read = async () => {
      while (!isDone) {
        const stored = await store.read('e/f', 150_000, undefined, 50)
        const found = stored && (await buffer(stored.bytes))
        if (found) expect(versions.some((version) => found.equals(version.subarray(0, 50_050)))).toBe(true)
      }
    }
    await Promise.all([write(), read(), read()])
  })

  test('fails its check when the bucket is read-only', async () => {
    const readOnlyServer = createServer((_, response) => response.writeHead(403).end())
    await new Promise<void>((resolve) => readOnlyServer.listen(0, '127.0.0.1', resolve))
    const { port } = readOnlyServer.address() as { port: number }
    const store = openBucket(`s3://paraph?endpoint=http://127.0.0.1:${port}`)
    await expect(store.probe()).rejects.toThrow()
    readOnlyServer.close()
  })

  test('fails its check when the key of the bucket can only write', async () => {
    const server = createServer(({ method }, response) =>
      response.writeHead(method === 'PUT' ? 200 : 403).end(),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const store = openBucket(`s3://paraph?endpoint=http://127.0.0.1:${port}`)
    await store.probe()
    await expect(store.check()).rejects.toThrow(/^delete: /)
    server.close()
  })

  test('responding with an error is not taken for a missing file', async () => {
    const failingServer = createServer((_, response) => response.writeHead(500).end())
    await new Promise<void>((resolve) => failingServer.listen(0, '127.0.0.1', resolve))
    const { port } = failingServer.address() as { port: number }
    const store = openBucket(`s3://paraph?endpoint=http://127.0.0.1:${port}`)
    await expect(store.read('a', 0)).rejects.toThrow()
    await expect(store.probe()).rejects.toThrow()
    failingServer.close()
  })
})

test('only possible lengths of a stored file have a plaintext size', () => {
  expect(plainSize(HEADER_BYTES + 16)).toBe(0)
  expect(plainSize(HEADER_BYTES + 15)).toBeNull()
  expect(plainSize(HEADER_BYTES + CHUNK_BYTES + 16)).toBe(CHUNK_BYTES)
  expect(plainSize(HEADER_BYTES + CHUNK_BYTES + 16 + 1)).toBeNull()
})
