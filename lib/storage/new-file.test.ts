import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BLOCK_BYTES, NewFile, pages } from './new-file.ts'
import { stageStream } from './stage.ts'

vi.mock('node:fs/promises', { spy: true })

const PIECE = 1024 * 1024 + 333
const fault = (code: string) => Object.assign(new Error(code), { code })
const isDirect = (flags: unknown) => typeof flags === 'number' && (flags & (constants.O_DIRECT ?? 0)) !== 0

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paraph-new-file-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.mocked(open).mockReset()
  await rm(folder, { recursive: true })
})

/** The piece at `at`, in memory that begins `off` bytes from where it would have to for a direct write. */
function piece(bytes: Uint8Array, at: number, off = 0): Uint8Array {
  const lain = new Uint8Array(pages(2 * BLOCK_BYTES + bytes.length), (at % BLOCK_BYTES) + off, bytes.length)
  lain.set(bytes)
  return lain
}

async function written(off = 0): Promise<boolean> {
  const bytes = randomBytes(52 + 5 * PIECE + 600_000)
  const path = join(folder, 'file')
  const file = await NewFile.create(path)
  const places = [3, 1, 5, 0, 4, 2].map((number) => 52 + number * PIECE)
  await Promise.all(places.map((at) => file.write(piece(bytes.subarray(at, at + PIECE), at, off), at)))
  await file.write(bytes.subarray(0, 52), 0)
  await file.sync()
  await file.close()
  return Buffer.compare(await readFile(path), bytes) === 0
}

describe('a new file', () => {
  test('holds each piece in its place, however they come', async () => {
    expect(await written()).toBe(true)
  })

  test.runIf(constants.O_DIRECT)(
    'is opened for direct writes only for pieces that lie as it does',
    async () => {
      expect(await written(512)).toBe(true)
      expect(vi.mocked(open).mock.calls.filter(([, flags]) => isDirect(flags))).toEqual([])
      vi.mocked(open).mockClear()
      await rm(join(folder, 'file'))
      expect(await written()).toBe(true)
      expect(vi.mocked(open).mock.calls.filter(([, flags]) => isDirect(flags))).toHaveLength(1)
    },
  )

  test.runIf(constants.O_DIRECT)('is how a large upload is written', async () => {
    const staged = await stageStream(7, Readable.from([randomBytes(3 * PIECE)]), { maxBytes: 1e9 })
    await staged.sha256()
    expect(vi.mocked(open).mock.calls.filter(([, flags]) => isDirect(flags))).toHaveLength(1)
    await staged.discard()
  })

  test('holds them too where the file system takes no direct writes', async () => {
    const { open: real } = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises')
    vi.mocked(open).mockImplementation((path, flags, mode) =>
      isDirect(flags) ? Promise.reject(fault('EINVAL')) : real(path, flags, mode),
    )
    expect(await written()).toBe(true)
  })

  test.runIf(constants.O_DIRECT)('holds them too where the system refuses a direct write', async () => {
    await failing(fault('EINVAL'))
    expect(await written()).toBe(true)
  })

  test.runIf(constants.O_DIRECT)('says what a direct write met', async () => {
    await failing(fault('EIO'))
    await expect(written()).rejects.toThrow('EIO')
  })
})

/** Direct writes fail in the middle. */
async function failing(error: Error): Promise<void> {
  const probe = await open(import.meta.filename)
  const prototype: FileHandle = Object.getPrototypeOf(probe)
  await probe.close()
  const write = prototype.write as (...given: unknown[]) => Promise<{ bytesWritten: number }>
  let direct: FileHandle
  vi.spyOn(prototype, 'write').mockImplementation(function (this: FileHandle, ...given: unknown[]) {
    const [bytes, from, length, at] = given as [Uint8Array, number, number, number]
    const large = length > BLOCK_BYTES
    if (large) direct ??= this
    if (this === direct && from > 0) return Promise.reject(error)
    return write.call(this, bytes, from, large ? BLOCK_BYTES : length, at)
  } as never)
}
