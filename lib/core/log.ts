import pino from 'pino'
import { env } from './env.ts'
import { currentRequestId, currentSpan } from './request.ts'
import { formatLogLine } from './text/log-line.ts'

let logger: pino.Logger | null = null

/** The process's logger: JSON lines, readable ones on a terminal, and no credentials. */
export function log(): pino.Logger {
  logger ??= createLogger(process.stdout.isTTY ? terminal : undefined)
  return logger
}

/** Writes through the console: unlike other ways, it does not end the process when the terminal was closed. */
const terminal = { write: (line: string) => console.log(formatLogLine(line)) }

/** @param sink receives the lines; standard output by default */
export function createLogger(sink: pino.DestinationStream | undefined): pino.Logger {
  const options: pino.LoggerOptions = {
    level: env().logLevel,
    mixin: () => {
      const [request_id, span] = [currentRequestId(), currentSpan()]
      return { ...(request_id && { request_id }), ...(span && { trace_id: span.traceId }) }
    },
    serializers: { err: describeError },
    base: { process: process.env.PARAPH_PART ?? 'main' },
    redact: [
      'authorization',
      'cookie',
      'password',
      'token',
      'code',
      '*.authorization',
      '*.cookie',
      '*.password',
      '*.token',
    ],
  }
  return sink ? pino(options, sink) : pino(options)
}

interface ErrorEntry {
  type: string
  message: string
  stack?: string
  code?: unknown
  aggregateErrors?: ErrorEntry[]
}

/** An error for the log. It omits query parameters and the rows that PostgreSQL quotes, which are personal data. */
function describeError(error: unknown): unknown {
  if (!isErrorLike(error)) return error
  const { type, message, stack } = pino.stdSerializers.err(error)
  const parameters = listCauses(error).flatMap((cause) =>
    'params' in cause ? [`\nparams: ${cause.params}`] : [],
  )
  const withoutParameters = (text = '') =>
    parameters.reduce((remaining, parameter) => remaining.replaceAll(parameter, ''), text)
  const entry: ErrorEntry = { type, message: withoutParameters(message), stack: withoutParameters(stack) }
  if ('code' in error) entry.code = error.code
  if (error instanceof AggregateError) entry.aggregateErrors = error.errors.map(describeError) as ErrorEntry[]
  return entry
}

/** Accepts plain objects too: pg-boss reports errors as such. */
function isErrorLike(error: unknown): error is Error {
  return (
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
  )
}

/** The error and its chain of causes. */
function listCauses(error: Error): Error[] {
  const causes = new Set<Error>()
  for (let cause: unknown = error; isErrorLike(cause) && !causes.has(cause); cause = cause.cause)
    causes.add(cause)
  return [...causes]
}
