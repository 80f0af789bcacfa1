import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '#lib/core/clock'
import { validationError } from '#lib/core/errors'
import { heard } from '#lib/core/heard'
import { log } from '#lib/core/log'
import { asStorageFailure, onStorage } from './failure.ts'
import { makeHeader, SALT_BYTES } from './format.ts'
import { Held, type Plain, readPlain } from './held.ts'
import { NewFile } from './new-file.ts'
import { openFile, type SealedFile } from './open.ts'
import { SealedWriter } from './sealing.ts'
import { keyOf, stagingFolder, store } from './store.ts'

/** A file that has arrived whole, and is encrypted on this machine or about to be, but is not kept yet. */
export interface Staged {
  size: number
  /** Of the plaintext, in hexadecimal. @throws what the disk met */
  sha256(): Promise<string>
  /**
   * Hands out what a thread can read it from: once the plaintext, where it is held in memory; else the place where it
   * lies. @throws what went wrong with the sealing, for plaintext that is waited for may never come then.
   */
  readWith<T>(reader: (source: Plain | SealedFile) => Promise<T>): Promise<T>
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
  const path = join(folder, randomUUID())
  const salt = randomBytes(SALT_BYTES)
  const file = await onStorage(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return NewFile.create(path)
  })
  const held = new Held(holdBytes)
  const writer = new SealedWriter(file, { salt, inThread, held })
  const undo = async (error: unknown): Promise<never> => {
    await writer.abandon()
    await file.close()
    await rm(path, { force: true }).catch(() => {})
    throw asStorageFailure(error)
  }
  const size = await receive(pieces, writer, maxBytes).catch(undo)
  if (size > holdBytes) held.drop()
  const seal = async (): Promise<SealedFile> => {
    const identity = { tenantId, sha256: await writer.sha256(), size }
    await file.write(makeHeader(salt, identity), 0)
    return { path, identity }
  }
  // What is held can be read before it is sealed to its end.
  const sealed = heard(seal().catch(undo))
  let closed: Promise<void> | null = null
  const readWith: Staged['readWith'] = async (reader) => {
    const reading = heard(reader(held.take() ?? (await sealed)).finally(() => held.drop()))
    // Of a thread that has ended nothing may be heard but that there will be no sealed file.
    return Promise.race([reading, sealed.then(() => reading)])
  }
  return {
    size,
    sha256: async () => (await sealed).identity.sha256,
    readWith,
    bytes: () => readWith((source) => ('port' in source ? readPlain(source) : openFile(source))),
    commit: async () => {
      const { identity } = await sealed
      // Only what is kept: syncing files that are refused would hold up those that are not.
      closed ??= onStorage(() => file.sync().finally(() => file.close()))
      await closed
      await (await store()).put(keyOf(tenantId, identity.sha256), path)
    },
    discard: async () => {
      held.drop()
      closed ??= sealed.then(
        () => file.close(),
        () => undefined,
      )
      await closed.catch(() => undefined)
      await rm(path, { force: true })
    },
  }
}

/** Hands all that comes to the writer. @returns how many bytes that was. */
async function receive(
  pieces: AsyncIterable<Uint8Array>,
  writer: SealedWriter,
  maxBytes: number,
): Promise<number> {
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    await writer.add(piece)
  }
  await writer.end()
  return size
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
