import { type ChildProcess, fork } from 'node:child_process'
import cluster from 'node:cluster'
import { startEmbedded } from '#db/embedded/embedded'
import { entryFile } from '#lib/core/runtime/entry-file'
import type { Instruction, Message } from './child.ts'
import type { ProcessMetrics } from './metrics.ts'
import type { Run } from './restart.ts'

const STOP_TIMEOUT_MILLISECONDS = 35_000
/** A process that does not answer in time is missing from the metrics. */
const METRICS_MILLISECONDS = 3000
/**
 * Of the main thread (docs/performance.md). New objects: V8's default of 16 leaves twice the memory after a load; with 4 a
 * request takes 6 to 12 % more processor time. All objects: the lower the limit, the sooner V8 collects.
 */
const HEAP_LIMITS = ['--max-semi-space-size=8', '--max-old-space-size=1024']
/**
 * glibc: what is freed goes back to the system, where it would keep up to 64 MB at the end of each area; and threads share
 * two areas.
 */
const MALLOC = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' }

/** Those that are ready. The first message that a child gets is the URL of the database. */
const readyChildren = new Set<ChildProcess>()

/** The embedded PostgreSQL and its URL. */
export function launchDatabase(dataDir: string): Run {
  const starting = startEmbedded({ dataDir })
  return {
    ready: starting.then(({ url }) => url),
    ended: starting.then(
      (server) => server.exited,
      () => {},
    ),
    stop: () =>
      starting.then(
        (server) => server.stop(),
        () => {},
      ),
  }
}

/** A version of the service that is built: its folder, and the variables that its processes need. */
export interface Build {
  folder: string
  variables: Record<string, string>
}

/**
 * Starts the child process `server/<name>.ts`. It loads immediately and starts to work when it gets the database URL;
 * it drains on SIGTERM and when this process ends. Web processes share one port: node:cluster gives each in turn a
 * connection.
 * @param part its name in logs and metrics
 */
export function launchChild(
  name: 'prepare-database' | 'web' | 'worker',
  databaseUrl: Promise<string>,
  { folder, variables }: Build,
  part: string = name,
): Run {
  const entry = entryFile(`server/${name}.ts`, variables.PARAPH_BUNDLE)
  const env = { ...MALLOC, ...process.env, ...variables, PARAPH_PART: part }
  // Node takes the last one of a flag.
  const execArgv = [...HEAP_LIMITS, ...process.execArgv]
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
  const child = name === 'web' ? forkWeb() : forkOther()
  databaseUrl.then(
    (url) => child.connected && child.send(url),
    () => {},
  )
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // One that could not be started has no exit. A message to one that has just ended is an error, too.
    child.on('error', () => child.pid === undefined && resolve())
  })
  void ended.then(() => readyChildren.delete(child))
  const ready = new Promise<string>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if ('ready' in message) {
        readyChildren.add(child)
        resolve(message.ready)
      } else if ('fatal' in message) reject(new Error(message.fatal))
    })
    child.once('exit', () => reject(new Error(`${name} ended before it was ready.`)))
    child.once('error', reject)
  })
  return {
    ready,
    ended,
    replace: () => child.connected && child.send('replaced' satisfies Instruction),
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MILLISECONDS)
      if (child.exitCode === null && child.signalCode === null) await ended
      clearTimeout(timer)
    },
  }

  function forkWeb(): ChildProcess {
    const settings = { exec: entry, args: ['supervised'], cwd: folder, execArgv, stdio: [...stdio] }
    cluster.setupPrimary(settings)
    const worker = cluster.fork(env)
    // It emits those of its process again.
    worker.on('error', () => {})
    return worker.process
  }

  function forkOther(): ChildProcess {
    // In its own session: Ctrl-C must reach only the supervisor.
    const options = { cwd: folder, env, execArgv, stdio: [...stdio], detached: true }
    return fork(entry, ['supervised'], options)
  }
}

/** The metrics of the child processes that are ready and answer. */
export async function collectMetrics(): Promise<ProcessMetrics[]> {
  const answers = await Promise.all([...readyChildren].filter((child) => child.connected).map(askForMetrics))
  return answers.filter((answer) => answer !== null)
}

function askForMetrics(child: ChildProcess): Promise<ProcessMetrics | null> {
  return new Promise((resolve) => {
    const end = (answer: ProcessMetrics | null) => {
      clearTimeout(timer)
      child.off('message', onMessage)
      resolve(answer)
    }
    const onMessage = (message: Message) => 'metrics' in message && end(message.metrics)
    const timer = setTimeout(() => end(null), METRICS_MILLISECONDS)
    child.on('message', onMessage)
    // It may have ended just now.
    child.send('metrics' satisfies Instruction, (error) => error && end(null))
  })
}
