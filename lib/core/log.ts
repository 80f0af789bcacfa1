import pino from 'pino'
import { env } from './env.ts'
import { readable } from './readable.ts'
import { currentRequestId } from './request.ts'

let logger: pino.Logger | null = null

/** The process's logger: JSON lines, readable ones on a terminal, and no credentials. */
export function log(): pino.Logger {
  logger ??= loggerTo(process.stdout.isTTY ? terminal : undefined)
  return logger
}

/** By the console: a terminal that is closed must not end the process. */
const terminal = { write: (line: string) => console.log(readable(line)) }

/** @param sink for the lines; the standard output if absent */
export function loggerTo(sink: pino.DestinationStream | undefined): pino.Logger {
  const options: pino.LoggerOptions = {
    level: env().logLevel,
    mixin: () => {
      const request_id = currentRequestId()
      return request_id ? { request_id } : {}
    },
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
