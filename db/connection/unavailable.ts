import { AppError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { errorText } from '#lib/messages/errors'

const RETRY_SECONDS = 2
const LOG_PAUSE_MILLISECONDS = 10_000

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

/** The database is unavailable. Such errors are not logged one by one: `Outage` logs begin and end. */
class DatabaseUnavailable extends AppError {}

/**
 * Maps `error` to `unavailable` or `storage_full` when the database is; returns other errors unchanged.
 * @param recorder of the outage of this server
 */
export function asUnavailable(error: unknown, recorder: Outage = outage): unknown {
  if (error instanceof AppError) return error
  if (hasCause(error, ({ code }) => code === DISK_FULL)) return diskFull(error)
  if (!isUnavailable(error)) return error
  recorder.recordFailure(error)
  const message = errorText('failures.databaseUnavailable')
  return new DatabaseUnavailable('unavailable', message, { retry_after: RETRY_SECONDS }, { cause: error })
}

let diskFullLoggedAt = Number.NEGATIVE_INFINITY

function diskFull(error: unknown): AppError {
  if (performance.now() - diskFullLoggedAt > LOG_PAUSE_MILLISECONDS) {
    diskFullLoggedAt = performance.now()
    log().error({ reason: findRootCause(error).message }, 'the disk of the database is full')
  }
  const message = errorText('failures.databaseDiskFull')
  return new DatabaseUnavailable(
    'storage_full',
    message,
    { retry_after: DISK_FULL_RETRY_SECONDS },
    { cause: error },
  )
}

/** Logs a failure of work in the background, unless it is part of an outage of the database. */
export function logFailure(error: unknown, message: string, data: object = {}): void {
  if (!(error instanceof DatabaseUnavailable)) log().warn({ err: error, ...data }, message)
}

/** Logs an outage of a server once at its begin and once at its end. */
export class Outage {
  private readonly server: string
  private failures = 0
  private since = 0
  private reportedAt = 0

  /** @param server what is unavailable, for the log */
  constructor(server: string) {
    this.server = server
  }

  recordFailure(error: unknown): void {
    this.failures += 1
    if (this.failures > 1) return
    this.since = Date.now()
    if (this.since - this.reportedAt < LOG_PAUSE_MILLISECONDS) return
    this.reportedAt = this.since
    log().warn({ reason: findRootCause(error).message }, `${this.server} is unavailable`)
  }

  /** Call this when the database has responded. */
  recordSuccess(): void {
    if (this.failures === 0) return
    const { failures } = this
    this.failures = 0
    if (this.since !== this.reportedAt) return
    log().warn({ failures, milliseconds: Date.now() - this.since }, `${this.server} is available again`)
  }
}

export const outage = new Outage('the database')

function findRootCause(error: unknown): Error {
  const { cause } = error as Error
  return cause instanceof Error ? findRootCause(cause) : (error as Error)
}
