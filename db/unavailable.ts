import { AppError } from '#lib/core/errors'
import { log } from '#lib/core/log'

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

/** SQLSTATE: connection exceptions, too many connections, shutting down, crashed, starting up. */
const SERVER_CODES = /^(08...|53300|57P0[123])$/

/** Messages of `pg` and its pool without a code. */
const CONNECTION_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/

/** Whether `error` or one of its causes means that the database is unavailable. */
function isUnavailable(error: unknown): boolean {
  // pg-boss reports plain objects.
  if (typeof error !== 'object' || error === null) return false
  const { code, cause, message = '' } = error as Partial<Error> & { code?: unknown }
  if (typeof code === 'string' && (CONNECTION_CODES.has(code) || SERVER_CODES.test(code))) return true
  // A missing socket; other missing files are not connection errors.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true
  return CONNECTION_MESSAGES.test(message) || isUnavailable(cause)
}

/** The database is unavailable. Such errors are not logged one by one: `Outage` logs begin and end. */
class DatabaseUnavailable extends AppError {}

/** Maps `error` to `unavailable` when the database is; returns other errors unchanged. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof AppError || !isUnavailable(error)) return error
  outage.recordFailure(error)
  const message = 'The database is not available. Try again shortly.'
  return new DatabaseUnavailable('unavailable', message, { retry_after: RETRY_SECONDS }, { cause: error })
}

/** Logs a failure of work in the background, unless it is part of an outage of the database. */
export function logFailure(error: unknown, message: string, data: object = {}): void {
  if (!(error instanceof DatabaseUnavailable)) log().warn({ err: error, ...data }, message)
}

/** Logs an outage once at its begin and once at its end. */
class Outage {
  private failures = 0
  private since = 0
  private reportedAt = 0

  recordFailure(error: unknown): void {
    this.failures += 1
    if (this.failures > 1) return
    this.since = Date.now()
    if (this.since - this.reportedAt < LOG_PAUSE_MILLISECONDS) return
    this.reportedAt = this.since
    log().warn({ reason: rootOf(error).message }, 'the database is unavailable')
  }

  /** Call this when the database has responded. */
  recordSuccess(): void {
    if (this.failures === 0) return
    const { failures } = this
    this.failures = 0
    if (this.since !== this.reportedAt) return
    log().warn({ failures, milliseconds: Date.now() - this.since }, 'the database is available again')
  }
}

export const outage = new Outage()

function rootOf(error: unknown): Error {
  const { cause } = error as Error
  return cause instanceof Error ? rootOf(cause) : (error as Error)
}
