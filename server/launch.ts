import { fork } from 'node:child_process'
import { resolve } from 'node:path'
import { startEmbedded } from '#db/embedded'
import type { Message } from './child.ts'
import type { Run } from './restart.ts'

const STOP_TIMEOUT_MILLISECONDS = 35_000

/** The embedded PostgreSQL; the other processes find its address in their environment. */
export function launchDatabase(dataDir: string): Run {
  const starting = startEmbedded({ dataDir })
  return {
    ready: starting.then(({ url }) => {
      process.env.DATABASE_URL = url
      return 'in the data folder, on a socket'
    }),
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

/**
 * A process of our own, `server/<name>.ts`. It loads at once and works when the database is ready; it drains on SIGTERM,
 * and when this process is gone.
 */
export function launchChild(name: 'web' | 'worker', databaseReady: Promise<void>): Run {
  const child = fork(resolve('server', `${name}.ts`), ['supervised'], {
    // In a session of its own: Ctrl-C must reach the supervisor only.
    detached: true,
    env: { ...process.env, PARAPH_PART: name },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  databaseReady.then(
    () => child.connected && child.send('database ready'),
    () => {},
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = new Promise<string>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if ('ready' in message) resolve(message.ready)
      else reject(new Error(message.fatal))
    })
    child.once('exit', () => reject(new Error(`${name} ended before it was ready.`)))
  })
  return {
    ready,
    ended,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MILLISECONDS)
      if (child.exitCode === null && child.signalCode === null) await ended
      clearTimeout(timer)
    },
  }
}
