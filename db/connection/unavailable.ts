import { AppError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { isReported, reportFault } from '#lib/core/runtime/faults'
import { errorText } from '#lib/messages/errors'

const RETRY_SECONDS = 2

/** Error codes of Node, the driver and `pg`: the server is unreachable or the connection was lost. */
const CONNECTION_CODES = new Set([
  'CONNECTION_LOST',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * SQLSTATE: connection exceptions, read-only as a standby is, out of memory, too many connections, shutting down,
 * crashed, starting up, dropped, idle for too long, and errors of the server's system and files. A limit of the configuration (53400) and a missing
 * file (58P01) stay until someone mends them.
 */
const SERVER_CODES = /^(08...|25006|53[23]00|57P0[1-5]|580[03]0)$/
/** SQLSTATE: the disk of the server is full. */
const DISK_FULL = '53100'
const DISK_FULL_RETRY_SECONDS = 30

/** Messages of `pg` and its pool without a code. */
const CONNECTION_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/

/** Whether `error` or one of its causes means that the database is unavailable. */
function isUnavailable(error: unknown): boolean {
  return hasCause(error, ({ code, message = '', syscall }) => {
    if (typeof code === 'string' && (CONNECTION_CODES.has(code) || SERVER_CODES.test(code))) return true
    // A missing socket; other missing files are not connection errors.
    return (code === 'ENOENT' && syscall === 'connect') || CONNECTION_MESSAGES.test(message)
  })
}

/** The properties of errors of Node, the driver and pg-boss, which reports plain objects. */
type DatabaseError = Partial<Error> & { code?: unknown; syscall?: unknown }

/** Whether `error` or one of its causes meets the condition. */
function hasCause(error: unknown, condition: (error: DatabaseError) => boolean): boolean {
  if (typeof error !== 'object' || error === null) return false
  return condition(error) || hasCause((error as DatabaseError).cause, condition)
}

/** The server that does not respond. */
export type DatabaseFault = 'database_unreachable' | 'replica_unreachable'

/** The database is unavailable. Such errors are not logged one by one: the fault is. */
class DatabaseUnavailable extends AppError {}

/**
 * Maps `error` to `unavailable` or `storage_full` when the database is; returns other errors unchanged.
 * @param fault of the server that does not respond
 */
export function asUnavailable(error: unknown, fault: DatabaseFault = 'database_unreachable'): unknown {
  if (error instanceof AppError) return error
  if (hasCause(error, ({ code }) => code === DISK_FULL)) return diskFull(error)
  if (!isUnavailable(error)) return error
  reportFault(fault, { reason: findRootCause(error).message })
  const message = errorText('failures.databaseUnavailable')
  return new DatabaseUnavailable('unavailable', message, { retry_after: RETRY_SECONDS }, { cause: error })
}

function diskFull(error: unknown): AppError {
  reportFault('database_disk_full', { reason: findRootCause(error).message })
  const message = errorText('failures.databaseDiskFull')
  return new DatabaseUnavailable(
    'storage_full',
    message,
    { retry_after: DISK_FULL_RETRY_SECONDS },
    { cause: error },
  )
}

/** Logs a failure of work in the background, unless the log has it as a fault. */
export function logFailure(error: unknown, message: string, data: object = {}): void {
  if (!(error instanceof DatabaseUnavailable) && !isReported(error))
    log().warn({ err: error, ...data }, message)
}

function findRootCause(error: unknown): Error {
  const { cause } = error as Error
  return cause instanceof Error ? findRootCause(cause) : (error as Error)
}
