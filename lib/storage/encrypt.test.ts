import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type FileHandle, mkdtemp, open, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { sha256Hex } from '#lib/core/ids'
import { decryptFileSync } from './decrypt.ts'
import { EncryptedFileWriter, encryptFile } from './encrypt.ts'
import { CHUNK_BYTES } from './format.ts'

const MEGABYTE = 1024 * 1024
const folder = await mkdtemp(join(tmpdir(), 'encrypt-'))
let count = 0
const newPath = () => join(folder, String(count++))
const areEqual = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

async function* getPieces(bytes: Uint8Array, sizes: number[]): AsyncGenerator<Uint8Array> {
  let offset = 0
  for (let index = 0; offset < bytes.length; index++) {
    const size = sizes[index % sizes.length]!
    yield bytes.subarray(offset, offset + size)
    offset += size
  }
}

test('a file does not depend on how its plaintext is split, and the pieces stay unchanged', async () => {
  const bytes = randomBytes(3 * MEGABYTE + 777)
  const copy = Buffer.from(bytes)
  const sizes = fc.array(fc.integer({ min: 1000, max: 3 * MEGABYTE }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(sizes, async (sizes) => {
      const path = newPath()
      const identity = await encryptFile(path, 7, getPieces(bytes, sizes))
      expect(identity).toEqual({ tenantId: 7, sha256: sha256Hex(copy), size: copy.length })
      expect(areEqual(decryptFileSync({ path, identity }), copy)).toBe(true)
    }),
    { numRuns: 20 },
  )
  expect(areEqual(bytes, copy)).toBe(true)
})

test.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES])(
  'a file of %i bytes is decrypted to the same bytes',
  async (length) => {
    const [path, bytes] = [newPath(), randomBytes(length)]
    const identity = await encryptFile(path, 7, getPieces(bytes, [CHUNK_BYTES]))
    expect(areEqual(decryptFileSync({ path, identity }), bytes)).toBe(true)
  },
)

test('concurrent files are not mixed up', async () => {
  const files = Array.from({ length: 8 }, (_, index) => randomBytes((index + 1) * 700_000))
  await Promise.all(
    files.map(async (bytes) => {
      const path = newPath()
      const identity = await encryptFile(path, 7, getPieces(bytes, [50_000]))
      expect(areEqual(decryptFileSync({ path, identity }), bytes)).toBe(true)
    }),
  )
})

test('a plaintext stream that fails leaves no file', async () => {
  async function* broken() {
    yield randomBytes(3 * MEGABYTE)
    throw new Error('the client went away')
  }
  const path = newPath()
  await expect(encryptFile(path, 7, broken())).rejects.toThrow('the client went away')
  expect(existsSync(path)).toBe(false)
})

test('a plaintext stream that fails is told as such where the file cannot be closed either', async () => {
  const handle = await open(import.meta.filename)
  const write = vi.spyOn(Object.getPrototypeOf(handle), 'writeFile')
  await handle.close()
  const closed = vi.fn()
  write.mockImplementationOnce(async function (this: FileHandle) {
    const close = this.close
    this.close = async () => {
      closed(await close())
      throw Object.assign(new Error(), { code: 'EDQUOT' })
    }
  })
  async function* broken() {
    yield randomBytes(MEGABYTE)
    throw new Error('the client went away')
  }
  const path = newPath()
  await expect(encryptFile(path, 7, broken())).rejects.toThrow('the client went away')
  write.mockRestore()
  expect([closed.mock.calls.length, existsSync(path)]).toEqual([1, false])
})

test('an error of the file system is thrown with its code, and the rest of the plaintext is not read', async () => {
  let readBytes = 0
  async function* endless() {
    for (;;) {
      readBytes += MEGABYTE
      yield Buffer.alloc(MEGABYTE)
    }
  }
  const path = join(folder, 'nowhere', 'file')
  await expect(encryptFile(path, 7, endless())).rejects.toMatchObject({ code: 'ENOENT' })
  expect(readBytes).toBeLessThan(10 * MEGABYTE)
})

test('a disk that gets full amid a file is thrown with its code, ends the plaintext and leaves no file', async () => {
  const handle = await open(import.meta.filename)
  const write = vi.spyOn(Object.getPrototypeOf(handle), 'writeFile')
  await handle.close()
  write.mockResolvedValueOnce(undefined).mockRejectedValueOnce(Object.assign(new Error(), { code: 'ENOSPC' }))
  let [readBytes, hasEnded] = [0, false]
  async function* endless() {
    try {
      for (;;) {
        readBytes += MEGABYTE
        yield Buffer.alloc(MEGABYTE)
      }
    } finally {
      hasEnded = true
    }
  }
  const path = newPath()
  await expect(encryptFile(path, 7, endless())).rejects.toMatchObject({ code: 'ENOSPC' })
  write.mockRestore()
  expect([readBytes < 5 * MEGABYTE, hasEnded, existsSync(path)]).toEqual([true, true, false])
})

test('the event loop has a turn after every chunk, of one large piece too', async () => {
  let [turns, isDone] = [0, false]
  const count = async () => {
    for (; !isDone; turns++) await setImmediate()
  }
  const counted = count()
  await encryptFile(newPath(), 7, [randomBytes(50 * CHUNK_BYTES)])
  isDone = true
  await counted
  expect(turns).toBeGreaterThanOrEqual(49)
})

test('a small file is encrypted while a large one is', async () => {
  const done: string[] = []
  const encrypt = (name: string, bytes: Uint8Array) =>
    encryptFile(newPath(), 7, [bytes]).then(() => done.push(name))
  await Promise.all([encrypt('large', randomBytes(30 * MEGABYTE)), encrypt('small', randomBytes(1000))])
  expect(done).toEqual(['small', 'large'])
})

test('a disk that stands still stops neither the event loop nor other files', async () => {
  const paths = Array.from({ length: 4 }, newPath)
  execFileSync('mkfifo', paths)
  const pipes = await Promise.all(paths.map((path) => open(path, 'r+')))
  const added = pipes.map((pipe, index) =>
    new EncryptedFileWriter(pipe, index).add(Buffer.alloc(20 * CHUNK_BYTES)).then(() => 'written'),
  )
  expect(await Promise.race([...added, sleep(100, 'waits')])).toBe('waits')
  const found = stat(folder).then(() => 'found')
  const first = await Promise.race([found, sleep(5000, 'waits')])
  for (const path of paths) spawn('cat', [path], { stdio: 'ignore' })
  expect(first).toBe('found')
  expect(await Promise.all(added)).toEqual(paths.map(() => 'written'))
  await Promise.all(pipes.map((pipe) => pipe.close()))
})

test('a disk that stands still for worker threads does not stop other files', async () => {
  const paths = Array.from({ length: 4 }, newPath)
  execFileSync('mkfifo', paths)
  const code = `Promise.all([import(workerData.encrypt), import('node:fs/promises')]).then(
    async ([{ EncryptedFileWriter }, { open }]) => {
      const file = new EncryptedFileWriter(await open(workerData.path, 'r+'), 7)
      parentPort.postMessage('begins')
      await file.add(Buffer.alloc(20 * ${CHUNK_BYTES}))
      process.exit()
    })`
  const workers = paths.map((path) => {
    const workerData = { path, encrypt: new URL('encrypt.ts', import.meta.url).href }
    const parts = `const { parentPort, workerData } = require('node:worker_threads'); ${code}`
    return new Worker(parts, { eval: true, workerData })
  })
  const ended = workers.map((worker) => once(worker, 'exit'))
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  await sleep(300)
  const found = stat(folder).then(() => 'found')
  const first = await Promise.race([found, sleep(5000, 'waits')])
  for (const path of paths) spawn('cat', [path], { stdio: 'ignore' })
  expect(first).toBe('found')
  expect(await Promise.all(ended)).toEqual(paths.map(() => [0]))
})

test('a damaged file is not decrypted', async () => {
  const [path, bytes] = [newPath(), randomBytes(200_000)]
  const identity = await encryptFile(path, 7, getPieces(bytes, [MEGABYTE]))
  const decryptDamaged = async (change: (file: Buffer) => Buffer) => {
    const damaged = newPath()
    await writeFile(damaged, change(await readFile(path)))
    return () => decryptFileSync({ path: damaged, identity })
  }
  expect(await decryptDamaged((file) => file.subarray(0, 100_000))).toThrow('is damaged: chunk 1')
  expect(await decryptDamaged((file) => file.fill(file[20]! ^ 1, 20, 21))).toThrow('is damaged: its header')
  expect(await decryptDamaged((file) => file.subarray(0, 10))).toThrow('is damaged: its header')
})
