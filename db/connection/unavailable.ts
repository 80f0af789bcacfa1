import { AppError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { isReported, reportFault } from '#lib/core/runtime/faults'
import { errorText } from '#lib/messages/errors'

const RETRY_SECONDS = 2

/** Error codes of Node, the driver and `pg`: the server is unreachable or the connection was lost. */
export const CONNECTION_CODES: ReadonlySet<string> = new Set([
  'CONNECTION_LOST',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * The SQLSTATE of a server that cannot serve now, and of a connection that it has ended: the same request may succeed
 * later. Others stay until someone mends something, such as a limit of the configuration (53400), a missing file (58P01)
 * or a canceled statement (57014).
 */
export const SERVER_STATES: ReadonlyMap<string, string> = new Map([
  ['08000', 'connection exception'],
  ['08001', 'the connection cannot be established'],
  ['08003', 'the connection does not exist'],
  ['08004', 'the server rejected the connection'],
  ['08006', 'connection failure'],
  ['08007', 'the result of the transaction is unknown'],
  ['08P01', 'protocol violation'],
  ['25006', 'read-only, as a standby is'],
  ['25P03', 'idle in a transaction for too long'],
  ['25P04', 'a transaction that took too long'],
  ['53200', 'out of memory'],
  ['53300', 'too many connections'],
  ['57P01', 'shutting down'],
  ['57P02', 'another backend crashed'],
  ['57P03', 'starting up'],
  ['57P04', 'the database was dropped'],
  ['57P05', 'idle for too long'],
  ['58000', 'an error of its system'],
  ['58030', 'an error of its files'],
])
/** SQLSTATE: the disk of the server is full. */
const DISK_FULL = '53100'
const DISK_FULL_RETRY_SECONDS = 30
/** SQLSTATE. */
const DEADLOCK_DETECTED = '40P01'

/** Of a connect(2) only: a missing socket, one whose queue is full, and no file descriptor left. */
const SOCKET_CODES: ReadonlySet<unknown> = new Set(['ENOENT', 'EAGAIN', 'EMFILE', 'ENFILE'])

/** Messages of `pg` and its pool without a code. */
const CONNECTION_MESSAGES =
  /^(Connection terminated|Client .* is not queryable|timeout (exceeded when trying to connect|expired)|Query read timeout)/

/** Whether `error` or one of its causes means that the database is unavailable. */
export function isUnavailable(error: unknown): boolean {
  return hasCause(error, ({ code, message = '', syscall }) => {
    if (typeof code === 'string' && (CONNECTION_CODES.has(code) || SERVER_STATES.has(code))) return true
    return (syscall === 'connect' && SOCKET_CODES.has(code)) || CONNECTION_MESSAGES.test(message)
  })
}

/** Whether the values cannot be stored, now or later (class 22), such as half a character. */
export function isDataException(error: unknown): boolean {
  return hasCause(error, ({ code }) => typeof code === 'string' && /^22\w{3}$/.test(code))
}

/** Whether PostgreSQL has ended this transaction, so that another one that waited for it can go on. */
export function isDeadlock(error: unknown): boolean {
  return hasCause(error, ({ code }) => code === DEADLOCK_DETECTED)
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
export class DatabaseUnavailable extends AppError {}

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
