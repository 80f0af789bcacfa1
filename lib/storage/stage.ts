import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '#lib/core/clock'
import { AppError, validationError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { endFault, reportFault } from '#lib/core/runtime/faults'
import { ignoreUnhandled } from '#lib/core/runtime/promises'
import { errorText } from '#lib/messages/errors'
import type { EncryptedFile } from './decrypt.ts'
import { encryptFile } from './encrypt.ts'
import { withStorageErrors } from './failure.ts'
import { fsyncPath, removeFile } from './folder.ts'
import { readFreeBytes } from './free-space.ts'
import { makeStagingPath, stagingFolder } from './store.ts'
import { storeFile } from './store-file.ts'
import { inTurn } from './turns.ts'

/** What uploads leave free on the disk, often that of the database: signatures and signed files need it. */
const RESERVED_BYTES = 500_000_000
const FULL_RETRY_SECONDS = 30

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
  /** Like `putStaged`. */
  commit(): Promise<void>
  /** Removes the file; not needed after `commit`. */
  discard(): Promise<void>
}

/**
 * Encrypts a stream into a new staging file, in constant memory.
 * @param limits `isUpload`: it is refused while little space is free
 * @throws AppError `validation_error` with reason `too_large` when it holds more than `maxBytes`; `storage_full`
 */
export async function stageStream(
  tenantId: number,
  pieces: Pieces,
  { maxBytes, isUpload = false }: { maxBytes: number; isUpload?: boolean },
): Promise<StagedFile> {
  return withStorageErrors(async () => {
    const path = await makeStagingPath()
    if (isUpload) await assertSpaceLeft()
    // What is not removed now is removed by `clearStaging`.
    const discard = () => removeFile(path).catch(() => {})
    const identity = await encryptFile(path, tenantId, withLimit(pieces, maxBytes))
    const { size, sha256 } = identity
    const file = { path, identity }
    let synced: Promise<void> | undefined
    const sync = () => {
      synced ??= ignoreUnhandled(flushFile(file))
      return synced
    }
    const commit = () => putStaged(file, sync())
    return { size, sha256, file, sync, commit, discard }
  })
}

/**
 * Whether uploads are accepted: the disk of the staging folder has more free than what is reserved.
 * @throws AppError `storage_full`
 */
export async function assertSpaceLeft(): Promise<void> {
  const folder = stagingFolder()
  const freeBytes = await readFreeBytes(folder)
  if (freeBytes >= RESERVED_BYTES) return endFault('storage_full', folder)
  reportFault('storage_full', { subject: folder, free_bytes: freeBytes })
  throw new AppError('storage_full', errorText('failures.storageFull'), { retry_after: FULL_RETRY_SECONDS })
}

/** Like `stageStream`, for worker threads: the result can be sent to the main thread, where `putStaged` stores it. */
export function stageBytes(tenantId: number, bytes: Uint8Array): Promise<EncryptedFile> {
  return withStorageErrors(async () => {
    const path = await makeStagingPath()
    return { path, identity: await encryptFile(path, tenantId, [bytes]) }
  })
}

/** Stores a staged file under its SHA-256 once it is on the disk; it leaves the staging folder also on failure. */
export async function putStaged(file: EncryptedFile, flushed = flushFile(file)): Promise<void> {
  try {
    await flushed
    await storeFile(file)
  } finally {
    await removeFile(file.path).catch(() => {})
  }
}

function flushFile({ path, identity }: EncryptedFile): Promise<void> {
  return withStorageErrors(() => inTurn(identity.tenantId, () => fsyncPath(path)))
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
