/** Runs in a worker thread, for thread-pool.ts. Never import it elsewhere. */
import { pathToFileURL } from 'node:url'
import { workerData } from 'node:worker_threads'

/** A task of the module that the thread was started for. */
export interface ThreadTask {
  name: string
  task: unknown
  /** Becomes 1 when the module is loaded and the task begins. */
  begun: Int32Array<SharedArrayBuffer>
}

/** `load` is no task: it is given the name of one, and what it takes does not count against the time of the task. */
type Tasks = Record<string, (task: unknown) => unknown>

const loading: Promise<Tasks> = import(pathToFileURL(workerData as string).href)

export default async function run({ name, task, begun }: ThreadTask): Promise<unknown> {
  const tasks = await loading
  await tasks.load?.(name)
  Atomics.store(begun, 0, 1)
  Atomics.notify(begun, 0)
  return tasks[name]!(task)
}
