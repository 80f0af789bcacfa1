import { fork } from 'node:child_process'
import { startEmbedded } from '#db/embedded'
import { entryFile } from '#lib/core/entry-file'
import type { Message } from './child.ts'
import type { Run } from './restart.ts'

const STOP_TIMEOUT_MILLISECONDS = 35_000

/** The embedded PostgreSQL, and its address. */
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

/**
 * A process of our own, `server/<name>.ts`. It loads at once and works when it is told the address of the database; it
 * drains on SIGTERM, and when this process is gone.
 */
export function launchChild(name: 'prepare-database' | 'web' | 'worker', databaseUrl: Promise<string>): Run {
  const child = fork(entryFile(`server/${name}.ts`), ['supervised'], {
    // In a session of its own: Ctrl-C must reach the supervisor only.
    detached: true,
    env: { ...process.env, PARAPH_PART: name },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  databaseUrl.then(
    (url) => child.connected && child.send(url),
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
