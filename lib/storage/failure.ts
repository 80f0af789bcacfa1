import { AppError } from '#lib/core/errors'
import { reportFault } from '#lib/core/runtime/faults'
import { errorText } from '#lib/messages/errors'

const RETRY_SECONDS = 30
/** Error codes of the file system: no space left, or the quota of the account is used up. */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT'])
/** Error codes of the file system: read-only, not permitted, broken, or out of handles. */
const UNAVAILABLE_CODES = new Set([
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENXIO',
  'ESTALE',
  'ENODEV',
])

/**
 * Maps storage errors to an AppError (`storage_full` or `unavailable`), and reports the fault; returns other errors
 * unchanged.
 */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error
  const { code = '', syscall, name, $metadata } = error as Error & StorageErrorInfo
  if (FULL_CODES.has(code) || $metadata?.httpStatusCode === 507 || /StorageFull|QuotaExceeded/.test(name)) {
    reportFault('storage_full', { err: error })
    const message = errorText('failures.storageFull')
    return new AppError('storage_full', message, { retry_after: RETRY_SECONDS }, { cause: error })
  }
  // For a read-only file system, `mkdir` with `recursive` reports ENOENT.
  const isReadOnly = code === 'ENOENT' && syscall === 'mkdir'
  if (!UNAVAILABLE_CODES.has(code) && !isReadOnly && !$metadata && name !== 'CredentialsProviderError')
    return error
  reportFault('storage_unreachable', { err: error })
  const message = errorText('failures.storageUnavailable')
  return new AppError('unavailable', message, { retry_after: RETRY_SECONDS }, { cause: error })
}

/** The properties of errors of the file system and of the S3 client. */
interface StorageErrorInfo {
  code?: string
  syscall?: string
  /** A property of every error of the S3 client, network errors included. */
  $metadata?: { httpStatusCode?: number }
}

/** Runs `callback` and maps its error with `toStorageError`. */
export async function withStorageErrors<T>(callback: () => Promise<T>): Promise<T> {
  try {
    return await callback()
  } catch (error) {
    throw toStorageError(error)
  }
}
