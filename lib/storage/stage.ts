import { createHash, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { now } from '#lib/core/clock'
import { validationError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { release } from '#lib/core/memory'
import {
  CHUNK_BYTES,
  fileKey,
  HEADER_BYTES,
  type Identity,
  makeHeader,
  SALT_BYTES,
  sealChunk,
} from './format.ts'
import { openFile, type SealedFile } from './open.ts'
import { keyOf, stagingFolder, store } from './store.ts'

/** Sealed chunks and tags in one write: two megabytes. */
const BATCH_PARTS = 64

/** A file that has arrived whole and is encrypted on this machine, but is not kept yet. */
export interface Staged {
  /** Of the plaintext, in hexadecimal. */
  sha256: string
  size: number
  bytes(): Promise<Uint8Array>
  /** Where it lies meanwhile, for a thread to open. */
  sealed: SealedFile
  /** Keeps it under its SHA-256. */
  commit(): Promise<void>
  /** Forgets it; nothing happens after `commit`. */
  discard(): Promise<void>
}

/**
 * Writes a stream to an encrypted file of its own, in flat memory.
 * @throws AppError `validation_error` with reason `too_large` when it holds more than `maxBytes`.
 */
export async function stageStream(
  tenantId: number,
  readable: Readable,
  { maxBytes }: { maxBytes: number },
): Promise<Staged> {
  const folder = stagingFolder()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const salt = randomBytes(SALT_BYTES)
  const hash = createHash('sha256')
  let size = 0
  const handle = await open(path, 'wx', 0o600)
  try {
    const write = chunkWriter(fileKey(salt), async (sealed, at) => {
      await handle.writev(sealed, at)
      sealed.forEach(release)
    })
    await pipeline(
      readable,
      new Writable({
        async write(piece: Buffer, _encoding, done) {
          try {
            size += piece.length
            if (size > maxBytes) throw tooLarge(maxBytes)
            hash.update(piece)
            await write.add(piece)
            done()
          } catch (error) {
            done(error as Error)
          }
        },
      }),
    )
    await write.end()
    const identity = { tenantId, sha256: hash.digest('hex'), size }
    await handle.write(makeHeader(salt, identity), 0, HEADER_BYTES, 0)
    // On its way to the disk it can be read already; only to keep it one must wait.
    const onDisk = handle.sync().finally(() => handle.close())
    onDisk.catch(() => {})
    return staged(path, identity, onDisk)
  } catch (error) {
    await rm(path, { force: true })
    await handle.close()
    throw error
  }
}

function staged(path: string, identity: Identity, onDisk: Promise<void>): Staged {
  const sealed = { path, identity }
  return {
    sha256: identity.sha256,
    size: identity.size,
    bytes: () => openFile(sealed),
    sealed,
    commit: async () => {
      await onDisk
      await (await store()).put(keyOf(identity.tenantId, identity.sha256), path)
    },
    discard: () => rm(path, { force: true }),
  }
}

/** Cuts what arrives into chunks and seals them; writes a batch of them while the next one is made. */
function chunkWriter(key: KeyObject, put: (sealed: Buffer[], at: number) => Promise<unknown>) {
  const waiting = Buffer.allocUnsafe(CHUNK_BYTES)
  let filled = 0
  let number = 0
  let batch: Buffer[] = []
  let at = HEADER_BYTES
  let writing: Promise<unknown> = Promise.resolve()

  function seal(last: boolean, chunk: Uint8Array) {
    batch.push(...sealChunk(key, number, last, chunk))
    number += 1
    filled = 0
  }

  async function flush() {
    const sealed = batch
    batch = []
    await writing
    writing = put(sealed, at)
    // The error is met at the next flush; until then nobody listens.
    writing.catch(() => {})
    for (const part of sealed) at += part.length
  }

  return {
    async add(piece: Uint8Array) {
      let taken = 0
      while (taken < piece.length) {
        // Only when more is known to follow: the last chunk is sealed as such.
        if (filled === CHUNK_BYTES) seal(false, waiting)
        if (batch.length >= BATCH_PARTS) await flush()
        const part = piece.subarray(taken, taken + CHUNK_BYTES - filled)
        taken += part.length
        if (part.length === CHUNK_BYTES && taken < piece.length) seal(false, part)
        else {
          waiting.set(part, filled)
          filled += part.length
        }
      }
    },
    async end() {
      seal(true, waiting.subarray(0, filled))
      await flush()
      await writing
    },
  }
}

function tooLarge(maxBytes: number) {
  const megabytes = Math.round((maxBytes / 1024 / 1024) * 10) / 10
  return validationError({ file: [`The file is larger than ${megabytes} MB.`] }, { reason: 'too_large' })
}

const UPLOAD_HOURS = 6
const CLEAR_MILLISECONDS = 3_600_000

/**
 * Clears the staging folder now and every hour, as long as this process lives: the folder is its machine's own, and no
 * other can do it.
 */
export function keepStagingClear(): void {
  const clear = () => {
    const olderThan = new Date(now().getTime() - UPLOAD_HOURS * 3_600_000)
    clearStaging(olderThan).catch((error) => log().warn({ err: error }, 'staging could not be cleared'))
  }
  clear()
  setInterval(clear, CLEAR_MILLISECONDS).unref()
}

/** Removes what uploads that were cut off have left in the staging folder. */
export async function clearStaging(olderThan: Date): Promise<void> {
  const folder = stagingFolder()
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtime < olderThan) await rm(path, { force: true })
  }
}
