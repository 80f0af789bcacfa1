/** Why a task did not come to an end. */
export type ThreadErrorCode =
  /** It took longer than its time limit on a machine that gave it less than half of a processor; its thread was stopped. */
  | 'timeout'
  /** It took longer than its time limit; its thread was stopped. */
  | 'work'
  /** It wanted more memory than a thread may have; its thread was stopped. */
  | 'memory'
  /** Its thread ended by itself. */
  | 'crash'
  /** Too many tasks wait already. */
  | 'busy'

/** A task that the pool could not bring to an end. What the task itself throws is not one of these. */
export class ThreadError extends Error {
  readonly code: ThreadErrorCode

  constructor(code: ThreadErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ThreadError'
    this.code = code
  }
}

/** Why the pool could not bring a task to an end; null for any other error. By name: a server may load this file twice. */
export function threadErrorCode(error: unknown): ThreadErrorCode | null {
  return error instanceof Error && error.name === 'ThreadError' ? (error as ThreadError).code : null
}

/**
 * Whether the task was stopped for what the file needs, which the message tells the person who handed it in. On a busy
 * machine good files take too long, too.
 */
export function isTooHeavy(error: unknown): error is ThreadError {
  return ['memory', 'work'].includes(threadErrorCode(error) ?? '')
}

/** Thrown for a file that is not read at all, with a sentence for the person who handed it in. */
export class UnreadableFile extends Error {
  readonly code: 'not_pdf' | 'corrupt'

  constructor(code: UnreadableFile['code'], message: string) {
    super(message)
    this.name = 'UnreadableFile'
    this.code = code
  }
}
