import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type FileHandle, mkdtemp, open, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sha256Hex } from '#lib/core/ids'
import type { Shelf } from '#lib/core/shelf'
import { getBytes } from './files.ts'
import { CHUNK_BYTES, SALT_BYTES, SEALED_CHUNK_BYTES } from './format.ts'
import { borrowPlain, Held, type Plain, readPlain } from './held.ts'
import { NewFile } from './new-file.ts'
import { openFile, type SealedFile } from './open.ts'
import { SealedWriter } from './sealing.ts'
import { type Staged, stageStream } from './stage.ts'
import { stagingFolder } from './store.ts'

const TENANT = 7
const PART = 16 * CHUNK_BYTES
const staging = async () => (existsSync(stagingFolder()) ? await readdir(stagingFolder()) : [])
const isHeld = (source: Plain | SealedFile) => 'port' in source
const read = (source: Plain | SealedFile) => ('port' in source ? readPlain(source) : openFile(source))
const sourceOf = (staged: Staged) => staged.readWith(async (source) => source)
const contents = async (staged: Staged) => read(await sourceOf(staged))
const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

async function* inPieces(bytes: Uint8Array, sizes: number[]): AsyncGenerator<Uint8Array> {
  let at = 0
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]!
    yield bytes.subarray(at, at + size)
    at += size
  }
}

function stage(bytes: Uint8Array, holdBytes = 0, { sizes = [65_536], inThread = true } = {}) {
  return stageStream(TENANT, inPieces(bytes, sizes), { maxBytes: 1e9, inThread, holdBytes })
}

describe('a file of several parts', () => {
  const lengths = [PART - 1, PART, PART + 1, 2 * PART, 3 * PART + CHUNK_BYTES, 5 * PART + 12_345]
  test.each(lengths)('of %i bytes comes back as it was, by its SHA-256', async (length) => {
    for (const inThread of [true, false]) {
      const bytes = randomBytes(length)
      const staged = await stage(bytes, 0, { inThread })
      expect([await staged.sha256(), staged.size]).toEqual([sha256Hex(bytes), length])
      await staged.commit()
      expect(same(await getBytes(TENANT, await staged.sha256()), bytes)).toBe(true)
    }
  })

  test('is the same however it is cut, in a thread or here, held or not', async () => {
    const bytes = randomBytes(3 * PART + 777)
    const sizes = fc.array(fc.integer({ min: 1000, max: 3 * PART }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(sizes, fc.boolean(), fc.boolean(), async (sizes, held, inThread) => {
        const staged = await stage(bytes, held ? bytes.length : 0, { sizes, inThread })
        const source = await sourceOf(staged)
        expect([await staged.sha256(), isHeld(source)]).toEqual([sha256Hex(bytes), held])
        expect(same(await read(source), bytes)).toBe(true)
        expect(same(await contents(staged), bytes)).toBe(true)
        await staged.discard()
      }),
      { numRuns: 30 },
    )
  })

  test('is not mixed up with those that come at the same time', async () => {
    const files = Array.from({ length: 8 }, (_, index) => randomBytes((index + 1) * 700_000))
    const staged = await Promise.all(files.map((bytes) => stage(bytes, bytes.length)))
    for (const [index, one] of staged.entries()) {
      expect(await one.sha256()).toBe(sha256Hex(files[index]!))
      expect(same(await contents(one), files[index]!)).toBe(true)
      expect(same(await contents(one), files[index]!)).toBe(true)
      await one.discard()
    }
    expect(await staging()).toEqual([])
  })

  test('is refused when its thread ends in the middle; the next one finds another', async () => {
    const home = (globalThis as { [key: symbol]: { thread: Worker | null } })[
      Symbol.for('paraph.storage.sealing')
    ]!
    const bytes = randomBytes(8 * PART)
    async function* interrupted() {
      for await (const piece of inPieces(bytes, [PART])) {
        if (piece.byteOffset === bytes.byteOffset + 4 * PART) await home.thread!.terminate()
        yield piece
      }
    }
    const lost = stageStream(TENANT, interrupted(), { maxBytes: 1e9, inThread: true })
    await expect(lost).rejects.toThrow(/thread/)
    expect(await staging()).toEqual([])
    const again = await stage(bytes)
    expect(await again.sha256()).toBe(sha256Hex(bytes))
    await again.discard()
  })
})

describe('a disk', () => {
  type Write = (bytes: Uint8Array, from: number, length: number, at: number) => Promise<unknown>
  let handle: { write: Write }
  let write: Write
  beforeAll(async () => {
    const probe = await open(import.meta.filename)
    handle = Object.getPrototypeOf(probe)
    write = handle.write
    await probe.close()
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('that takes less than it is given is given the rest', async () => {
    const bytes = randomBytes(2 * PART + 5)
    const some = vi.spyOn(handle, 'write').mockImplementation(function (
      this: unknown,
      part,
      from,
      length,
      at,
    ) {
      return write.call(this, part, from, Math.min(length, 400_000), at)
    })
    const staged = await stage(bytes)
    expect(same(await contents(staged), bytes)).toBe(true)
    expect(some.mock.calls.length).toBeGreaterThan(6)
    await staged.discard()
  })

  const full = new Error('disk full')
  test.each([
    ['a header', 5, (at: number) => at === 0],
    ['the header of a longer file', 3 * PART, (at: number) => at === 0],
    ['a part', 5 * PART, (at: number) => at > PART],
  ])('that does not take %s leaves nothing behind, and says so', async (_what, length, fails) => {
    let fd: () => number = () => 0
    vi.spyOn(handle, 'write').mockImplementation(function (this: FileHandle, ...given) {
      fd = () => this.fd
      return fails(given[3]) ? sleep(20).then(() => Promise.reject(full)) : write.apply(this, given)
    })
    await expect(stage(randomBytes(length), length).then((staged) => staged.sha256())).rejects.toBe(full)
    expect([await staging(), fd()]).toEqual([[], -1])
    vi.restoreAllMocks()
    const after = await stage(Buffer.from('few'), 120 * 1024 * 1024)
    await expectHeld(after)
  })

  test('that fails is heard of by who waits for plaintext that does not come', async () => {
    vi.spyOn(handle, 'write').mockImplementation(function (this: FileHandle, ...given) {
      return given[3] === 0 ? sleep(20).then(() => Promise.reject(full)) : write.apply(this, given)
    })
    const staged = await stage(randomBytes(2 * PART), 2 * PART)
    await expect(staged.readWith(() => new Promise(() => {}))).rejects.toBe(full)
  })

  test('is not waited for by one who has lost interest, and keeps no file open', async () => {
    const unheard: unknown[] = []
    const hear = (reason: unknown) => unheard.push(reason)
    process.on('unhandledRejection', hear)
    const handles: FileHandle[] = []
    vi.spyOn(handle, 'write').mockImplementation(function (this: FileHandle, ...given) {
      handles.push(this)
      return given[3] === 0 ? Promise.reject(full) : write.apply(this, given)
    })
    const failing = await stage(randomBytes(2 * PART))
    await failing.discard()
    vi.restoreAllMocks()
    const spied = vi.spyOn(handle, 'write').mockImplementation(function (this: FileHandle, ...given) {
      handles.push(this)
      return write.apply(this, given)
    })
    const fine = await stage(randomBytes(2 * PART))
    await fine.commit()
    spied.mockRestore()
    await vi.waitFor(() => expect(new Set(handles.map(({ fd }) => fd))).toEqual(new Set([-1])))
    expect([unheard, await staging()]).toEqual([[], []])
    process.off('unhandledRejection', hear)
  })
})

test('the memory of parts is used again', async () => {
  const { plain, sealed } = (globalThis as { [key: symbol]: Record<'plain' | 'sealed', Shelf> })[
    Symbol.for('paraph.storage.sealing')
  ]!
  const lying = (shelf: Shelf, bytes: number) => {
    const all: ArrayBuffer[] = []
    for (let one = shelf.take(bytes); one; one = shelf.take(bytes)) all.push(one)
    return all
  }
  const needed = CHUNK_BYTES + 16 * SEALED_CHUNK_BYTES
  for (const memory of [...lying(plain, PART), ...lying(sealed, needed)]) memory.transfer(0)
  await (await stage(randomBytes(6 * PART))).commit()
  const [plains, sealeds] = [lying(plain, PART), lying(sealed, needed)]
  expect([plains.length, sealeds.length]).toEqual([expect.toBeOneOf([2, 3, 4]), plains.length])
  for (const memory of plains) plain.put(memory)
  for (const memory of sealeds) sealed.put(memory)
  const makes = vi.spyOn(globalThis, 'ArrayBuffer')
  await (await stage(randomBytes(6 * PART))).commit()
  expect(makes).not.toHaveBeenCalled()
  makes.mockRestore()
})

describe('plaintext', () => {
  test.each([5, CHUNK_BYTES, 2 * PART])('of %i bytes waits once, and lies sealed besides', async (length) => {
    const bytes = randomBytes(length)
    const staged = await stage(bytes, length + 300)
    const sources = await Promise.all([sourceOf(staged), sourceOf(staged)])
    expect(sources.map(isHeld)).toEqual([true, false])
    for (const source of sources) expect(same(await read(source), bytes)).toBe(true)
    await staged.discard()
  })

  test('is lost to who waits for it when the thread ends that has it', async () => {
    const held = new Held(5)
    const sender = held.begin()!
    const reading = readPlain(held.take()!)
    sender.close()
    await expect(reading).rejects.toThrow(/gone/)
  })

  test.each([true, false])(
    'of a file without an end is forgotten where it was kept (thread: %s)',
    async (inThread) => {
      const held = new Held(4 * PART)
      const file = await NewFile.create(join(await mkdtemp(join(tmpdir(), 'sealing-')), 'file'))
      const writer = new SealedWriter(file, { salt: randomBytes(SALT_BYTES), inThread, held })
      await writer.add(randomBytes(3 * PART))
      const { port } = held.take()!
      const closed = once(port, 'close')
      await writer.abandon()
      await closed
      await file.close()
    },
  )

  test.each([true, false])(
    'comes in memory that was given back, when it fits (thread: %s)',
    async (inThread) => {
      const MARK = 0xa5
      /** What is not given back stays here: gone, it might be found again as new memory. */
      const kept: Uint8Array[] = []
      /** What lies behind the plaintext of a file, in memory that is given back when it was marked. */
      const behind = async (length: number, back: boolean) => {
        const bytes = randomBytes(length)
        const staged = await stage(bytes, length, { inThread })
        const plain = (await sourceOf(staged)) as Plain
        const borrowed = await borrowPlain(plain)
        expect(same(borrowed.bytes, bytes)).toBe(true)
        const memory = new Uint8Array(borrowed.bytes.buffer)
        const found = memory.at(-1)
        memory.fill(MARK)
        if (back) borrowed.giveBack()
        else kept.push(memory)
        plain.port.close()
        await staged.sha256()
        await staged.discard()
        return found === MARK
      }
      await behind(4 * PART, true)
      expect(await behind(4 * PART, true)).toBe(true)
      expect(await behind(2 * PART, false)).toBe(false)
      expect(await behind(4 * PART, false)).toBe(true)
      expect(await behind(4 * PART, true)).toBe(false)
    },
  )

  test.each([5, 2 * PART])('of %i bytes is not held where one fewer was announced', async (length) => {
    const bytes = randomBytes(length)
    const staged = await stage(bytes, length - 1)
    const source = await sourceOf(staged)
    expect(isHeld(source)).toBe(false)
    expect(same(await read(source), bytes)).toBe(true)
    await staged.discard()
  })

  test('is held of as many files as there is room for, and again when they are gone', async () => {
    // Each takes a sixteenth and 128 KB more.
    const [mega, few] = [1024 * 1024, Buffer.from('few')]
    const most = await stage(few, 100 * mega)
    const none = await stage(few, 21 * mega)
    const rest = await stage(few, 20 * mega)
    expect(isHeld(await sourceOf(none))).toBe(false)
    await most.discard()
    await Promise.all([expectHeld(rest), expectHeld(await stage(few, 100 * mega))])
    for (const inThread of [true, false]) {
      const broken = stageStream(TENANT, failing(), { maxBytes: 1e9, inThread, holdBytes: 120 * mega })
      await expect(broken).rejects.toThrow('the client went away')
      await expectHeld(await stage(few, 120 * mega))
    }
    await none.discard()
    expect(await staging()).toEqual([])
  })
})

async function expectHeld(staged: Awaited<ReturnType<typeof stage>>): Promise<void> {
  const source = await sourceOf(staged)
  expect(isHeld(source)).toBe(true)
  expect(Buffer.from(await read(source)).toString()).toBe('few')
  await staged.discard()
}

/** Breaks off when parts of it are sealed already, and room for its plaintext is taken. */
async function* failing(): AsyncGenerator<Uint8Array> {
  yield randomBytes(3 * PART)
  throw new Error('the client went away')
}
