import { getPriority, setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'
import type { TextError } from '#lib/core/errors'
import type { ErrorText } from '#lib/messages/errors'

/** What a host is started with. */
export interface ThreadStart {
  /** The module whose exports are the tasks. */
  filename: string
  /** The task whose libraries are loaded at start. */
  firstTask?: string
  niceIncrement: number
}

export interface ThreadTask {
  name: string
  task: unknown
}

/** A message of a host. Errors are sent as data: structured cloning would drop their class and code. */
export type ThreadMessage =
  | 'loaded'
  | 'begun'
  | { value: unknown }
  | { error: { name: string; message: string; code?: string; text?: ErrorText } }

/**
 * The exports of the module. `load` is not a task: it loads the libraries of one, before the task's time limit begins.
 */
type Tasks = Record<string, (task: unknown) => unknown>

/** In a worker thread, or a process: loads the module, then runs each task that `onTask` passes on. */
export async function serveTasks(
  { filename, firstTask, niceIncrement }: ThreadStart,
  onTask: (listener: (task: ThreadTask) => void) => void,
  reply: (message: ThreadMessage) => void,
): Promise<void> {
  // Other platforms have no thread priorities.
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + niceIncrement))
  const tasks = (await import(pathToFileURL(filename).href)) as Tasks
  if (firstTask) await tasks.load?.(firstTask)
  onTask(async ({ name, task }) => {
    try {
      await tasks.load?.(name)
      reply('begun')
      reply({ value: await tasks[name]!(task) })
    } catch (error) {
      const { message, name, code, text } = error as Partial<TextError> & Error & { code?: unknown }
      const className = (error as Error).constructor?.name ?? name
      reply({ error: { name: className, message, text, ...(typeof code === 'string' && { code }) } })
    }
  })
  reply('loaded')
}
