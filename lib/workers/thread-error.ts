import { TextError } from '#lib/core/errors'
import type { QueueRefusal } from '#lib/core/fair-queue/fair-queue'
import { asErrorText, type ErrorText, errorText } from '#lib/messages/errors'

/** Why a task was stopped. */
export type ThreadErrorCode =
  /** It exceeded its time limit with less than half of a processor, on a busy machine; its thread was stopped. */
  | 'timeout'
  /** It exceeded its time limit by its own work; its thread was stopped. */
  | 'work'
  /** It says itself, at its beginning, that it takes longer than its first try may. */
  | 'long'
  /** It exceeded the memory limit; its thread was stopped. */
  | 'memory'
  /** Its thread ended by itself. */
  | 'crash'
  /** Too many tasks are waiting. */
  | 'busy'
  /** Its client has left. */
  | 'abandoned'

/** The pool stopped the task. Errors that the task itself throws are not wrapped. */
export class ThreadError extends TextError {
  readonly code: ThreadErrorCode

  constructor(code: ThreadErrorCode, text: ErrorText | string, options?: ErrorOptions) {
    super(asErrorText(code, text), options)
    this.name = 'ThreadError'
    this.code = code
  }
}

/** The error of a task that a queue refuses. */
export function refusedError(reason: QueueRefusal): ThreadError {
  return reason === 'busy'
    ? new ThreadError('busy', 'Too many documents are being processed.')
    : abandonedError()
}

/** The client has left: nobody waits for the task. */
export function abandonedError(): ThreadError {
  return new ThreadError('abandoned', 'The client has closed the connection.')
}

export function workError(seconds: number): ThreadError {
  return new ThreadError('work', errorText('failures.tooMuchTime', { limit: seconds }))
}

export function timeoutError(seconds: number): ThreadError {
  return new ThreadError('timeout', errorText('failures.tooMuchTimeOnBusyMachine', { limit: seconds }))
}

/** The reason of a ThreadError; null for any other error. Compared by name, as Next may load this file twice. */
export function threadErrorCode(error: unknown): ThreadErrorCode | null {
  return error instanceof Error && error.name === 'ThreadError' ? (error as ThreadError).code : null
}

/**
 * Whether the file itself needs too much time or memory; the message is for the user. `timeout` does not count: on a
 * busy machine ordinary files take long, too.
 */
export function isTooHeavy(error: unknown): error is ThreadError {
  return ['memory', 'work'].includes(threadErrorCode(error) ?? '')
}

/** A file that is refused before it is parsed, or cannot be drawn; the message is for the user. */
export class UnreadableFile extends TextError {
  readonly code: 'not_pdf' | 'encrypted' | 'corrupt'

  constructor(code: UnreadableFile['code'], text: ErrorText | string) {
    super(asErrorText(code, text))
    this.name = 'UnreadableFile'
    this.code = code
  }
}

/** Compared by name, as an error of a thread or a process has no class. */
export function isUnreadable(error: unknown): error is UnreadableFile {
  return error instanceof Error && error.name === 'UnreadableFile'
}
