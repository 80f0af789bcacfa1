import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '#lib/core/clock'
import { validationError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { ignoreUnhandled } from '#lib/core/runtime/promises'
import { errorText } from '#lib/messages/errors'
import type { EncryptedFile } from './decrypt.ts'
import { encryptFile } from './encrypter.ts'
import { toStorageError, withStorageErrors } from './failure.ts'
import { fsyncPath } from './folder.ts'
import { stagingFolder } from './store.ts'
import { storeFile } from './store-file.ts'

/** A completely received file, encrypted on this machine and not stored yet. */
export interface StagedFile {
  /** The length of the plaintext in bytes. */
  size: number
  /** The SHA-256 of the plaintext in hexadecimal. */
  sha256: string
  /** For `decryptFileSync`, in any thread of this machine. */
  file: EncryptedFile
  /** Waits until the file is on the disk; `commit` does so itself. */
  sync(): Promise<void>
  /** Stores the file under its SHA-256. */
  commit(): Promise<void>
  /** Removes the file; does nothing after `commit`. */
  discard(): Promise<void>
}

/**
 * Encrypts a stream into a new staging file, in constant memory.
 * @throws AppError `validation_error` with reason `too_large` when it holds more than `maxBytes`.
 */
export async function stageStream(
  tenantId: number,
  pieces: Pieces,
  { maxBytes }: { maxBytes: number },
): Promise<StagedFile> {
  const folder = stagingFolder()
  const path = join(folder, randomUUID())
  const discard = () => rm(path, { force: true })
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const identity = await encryptFile(path, tenantId, withLimit(pieces, maxBytes))
    const { size, sha256 } = identity
    let synced: Promise<void> | undefined
    const sync = () => {
      synced ??= ignoreUnhandled(withStorageErrors(() => fsyncPath(path)))
      return synced
    }
    const file = { path, identity }
    const commit = async () => {
      await sync()
      await storeFile(file)
      await discard()
    }
    return { size, sha256, file, sync, commit, discard }
  } catch (error) {
    await discard().catch(() => {})
    throw toStorageError(error)
  }
}

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

async function* withLimit(pieces: Pieces, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    yield piece
  }
}

function tooLarge(maxBytes: number) {
  const megabytes = Math.round((maxBytes / 1024 / 1024) * 10) / 10
  return validationError(
    { file: [errorText('documents.fileTooLarge', { limit: megabytes })] },
    { reason: 'too_large' },
  )
}

/** Longer than any upload takes: older files are those of killed processes. */
const UPLOAD_MAX_HOURS = 6
const CLEANUP_INTERVAL_MILLISECONDS = 3_600_000

/** Clears the staging folder now and every hour. Each process does so, as the folder is local to its machine. */
export function scheduleStagingCleanup(): void {
  const clear = () => {
    const olderThan = new Date(now().getTime() - UPLOAD_MAX_HOURS * 3_600_000)
    clearStaging(olderThan).catch((error) => log().warn({ err: error }, 'staging could not be cleared'))
  }
  clear()
  setInterval(clear, CLEANUP_INTERVAL_MILLISECONDS).unref()
}

/** Removes the files of interrupted uploads, and folders of interrupted conversions, from the staging folder. */
export async function clearStaging(olderThan: Date): Promise<void> {
  const folder = stagingFolder()
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const status = await stat(path).catch(() => null)
    if (status && status.mtime < olderThan) await rm(path, { force: true, recursive: true })
  }
}
