import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** Where a direct write begins and ends, in the file and in memory. No page of ours is larger: none is written both ways. */
export const BLOCK_BYTES = 65_536
/** A smaller piece is not worth it. */
const DIRECT_BYTES = 512 * 1024

/** Memory that direct writes can be made from: V8 gives whole pages to what might be resized. */
export function pages(bytes: number): ArrayBuffer {
  return new ArrayBuffer(bytes, { maxByteLength: bytes })
}

/**
 * A file that is written once, in pieces. What a large piece has of whole blocks goes past the page cache (O_DIRECT),
 * where the system can and the piece lies in `pages` as it will lie in the file: it must be on the disk anyway before
 * anybody is answered, and a copy in the cache would cost more than the writing.
 */
export class NewFile {
  readonly #path: string
  readonly #cached: FileHandle
  #direct: Promise<FileHandle | null> | null = null

  private constructor(path: string, cached: FileHandle) {
    this.#path = path
    this.#cached = cached
  }

  /** For its owner alone. */
  static async create(path: string): Promise<NewFile> {
    return new NewFile(path, await open(path, 'wx', 0o600))
  }

  async write(bytes: Uint8Array, at: number): Promise<void> {
    const { from, to } = wholeBlocks(bytes, at)
    await Promise.all([
      writeAll(this.#cached, bytes.subarray(0, from), at),
      from < to && this.#writeBlocks(bytes.subarray(from, to), at + from),
      writeAll(this.#cached, bytes.subarray(to), at + to),
    ])
  }

  /** Waits until all that is written is on the disk. */
  sync(): Promise<void> {
    return this.#cached.sync()
  }

  async close(): Promise<void> {
    const direct = await this.#direct
    await Promise.all([this.#cached.close(), direct?.close()])
  }

  async #writeBlocks(bytes: Uint8Array, at: number): Promise<void> {
    this.#direct ??= openDirect(this.#path)
    const direct = await this.#direct
    try {
      await writeAll(direct ?? this.#cached, bytes, at)
    } catch (error) {
      // The file system does not write directly from there, or has other blocks.
      if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error
      await writeAll(this.#cached, bytes, at)
    }
  }
}

/** What of a piece fills whole blocks of the file, if that is worth it; else nothing. */
function wholeBlocks({ byteOffset, length }: Uint8Array, at: number): { from: number; to: number } {
  const alike = (byteOffset - at) % BLOCK_BYTES === 0
  if (!alike || length < DIRECT_BYTES) return { from: length, to: length }
  return { from: -at & (BLOCK_BYTES - 1), to: length - ((at + length) & (BLOCK_BYTES - 1)) }
}

/** Where it cannot be had, the other way tells whatever is wrong. */
async function openDirect(path: string): Promise<FileHandle | null> {
  // Neither macOS nor Windows knows it.
  if (constants.O_DIRECT === undefined) return null
  return open(path, constants.O_WRONLY | constants.O_DIRECT).catch(() => null)
}

/** A disk may take less than it is given. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done)
    if (bytesWritten === 0) throw new Error('The disk takes nothing more.')
    done += bytesWritten
  }
}
