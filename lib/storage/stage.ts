import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '#lib/core/clock'
import { validationError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { HEADER_BYTES, makeHeader, SALT_BYTES } from './format.ts'
import { Held, type Plain, readPlain } from './held.ts'
import { openFile, type SealedFile } from './open.ts'
import { SealedWriter } from './sealing.ts'
import { keyOf, stagingFolder, store } from './store.ts'

/** A file that has arrived whole and is encrypted on this machine, but is not kept yet. */
export interface Staged {
  /** Of the plaintext, in hexadecimal. */
  sha256: string
  size: number
  /** What a thread can read it from: once the plaintext, where it is still in memory; else the place where it lies. */
  source(): Plain | SealedFile
  bytes(): Promise<Uint8Array>
  /** Keeps it under its SHA-256. */
  commit(): Promise<void>
  /** Forgets it; nothing happens after `commit`. */
  discard(): Promise<void>
}

export interface StageOptions {
  maxBytes: number
  /** Hash and seal it in a thread: for a file that is on its way, while others are served. */
  inThread?: boolean
  /** Up to this length its plaintext may stay in memory until it is read. */
  holdBytes?: number
}

/**
 * Writes pieces to an encrypted file of its own as they come, in flat memory; done with each when it asks for the next.
 * @throws AppError `validation_error` with reason `too_large` when it holds more than `maxBytes`.
 */
export async function stageStream(
  tenantId: number,
  pieces: AsyncIterable<Uint8Array>,
  { maxBytes, inThread = false, holdBytes = 0 }: StageOptions,
): Promise<Staged> {
  const folder = stagingFolder()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const salt = randomBytes(SALT_BYTES)
  const handle = await open(path, 'wx', 0o600)
  const held = new Held(holdBytes)
  const writer = new SealedWriter(handle, { salt, inThread, held })
  let size = 0
  try {
    for await (const piece of pieces) {
      size += piece.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      await writer.add(piece)
    }
    const identity = { tenantId, sha256: await writer.end(), size }
    await handle.write(makeHeader(salt, identity), 0, HEADER_BYTES, 0)
    // On its way to the disk it can be read already; only to keep it one must wait.
    const onDisk = writer.synchronise().finally(() => handle.close())
    onDisk.catch(() => {})
    return staged({ path, identity }, held, onDisk)
  } catch (error) {
    await writer.abandon()
    await handle.close()
    await rm(path, { force: true })
    throw error
  }
}

function staged(sealed: SealedFile, held: Held, onDisk: Promise<void>): Staged {
  const { path, identity } = sealed
  return {
    sha256: identity.sha256,
    size: identity.size,
    source: () => held.take() ?? sealed,
    bytes: async () => {
      const plain = held.take()
      return plain ? readPlain(plain) : openFile(sealed)
    },
    commit: async () => {
      await onDisk
      await (await store()).put(keyOf(identity.tenantId, identity.sha256), path)
    },
    discard: async () => {
      held.drop()
      await rm(path, { force: true })
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
