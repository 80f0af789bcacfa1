import pino from 'pino'
import { env } from './env.ts'

let logger: pino.Logger | null = null

/** The process's logger: JSON lines, no credentials. */
export function log(): pino.Logger {
  logger ??= pino({
    level: env().logLevel,
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
  })
  return logger
}
