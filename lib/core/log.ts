import { AsyncLocalStorage } from 'node:async_hooks'
import pino from 'pino'
import { env } from './env.ts'
import { readable } from './readable.ts'

let logger: pino.Logger | null = null

/** One a process, however many bundles of a Next server load this file. */
const key = Symbol.for('paraph.log.request')
const shared = globalThis as { [key]?: AsyncLocalStorage<string> }
shared[key] ??= new AsyncLocalStorage()
const requestIds = shared[key]

/** Does `work` for a request: what is logged meanwhile bears its id. */
export function onBehalfOf<T>(requestId: string, work: () => T): T {
  return requestIds.run(requestId, work)
}

/** The request that is being worked for, where it is one. */
export function currentRequestId(): string | undefined {
  return requestIds.getStore()
}

/** The process's logger: JSON lines, readable ones on a terminal, and no credentials. */
export function log(): pino.Logger {
  logger ??= loggerTo(process.stdout.isTTY ? terminal : undefined)
  return logger
}

const terminal = { write: (line: string) => void process.stdout.write(`${readable(line)}\n`) }

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
