/** Runs in a worker thread, for thread-pool.ts. Never import it elsewhere. */
import { getPriority, setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'

/** The workerData of a thread. */
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

/** A message of a thread. Errors are sent as data: structured cloning would drop their class and code. */
export type ThreadMessage =
  | 'loaded'
  | 'begun'
  | { value: unknown }
  | { error: { name: string; message: string; code?: string } }

/**
 * The exports of the module. `load` is not a task: it loads the libraries of one, before the task's time limit begins.
 */
type Tasks = Record<string, (task: unknown) => unknown>

const { filename, firstTask, niceIncrement } = workerData as ThreadStart
// Other platforms have no thread priorities.
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + niceIncrement))
const tasks = (await import(pathToFileURL(filename).href)) as Tasks
if (firstTask) await tasks.load?.(firstTask)
parentPort!.on('message', run)
reply('loaded')

async function run({ name, task }: ThreadTask): Promise<void> {
  try {
    await tasks.load?.(name)
    reply('begun')
    const value = await tasks[name]!(task)
    reply({ value }, buffersOf(value))
  } catch (error) {
    const { message, name, code } = error as Error & { code?: unknown }
    const className = (error as Error).constructor?.name ?? name
    reply({ error: { name: className, message, ...(typeof code === 'string' && { code }) } })
  }
}

function reply(message: ThreadMessage, transfer?: ArrayBuffer[]): void {
  parentPort!.postMessage(message, transfer)
}

/** The buffers of the result to transfer instead of copying them: those that contain nothing else. */
function buffersOf(value: unknown): ArrayBuffer[] {
  const parts = value instanceof Uint8Array ? [value] : Object.values(value ?? {})
  return parts.flatMap((part) =>
    part instanceof Uint8Array && part.byteLength === part.buffer.byteLength
      ? [part.buffer as ArrayBuffer]
      : [],
  )
}
