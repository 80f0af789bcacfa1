import { fork } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '#db/embedded'
import type { Message } from './part.ts'

const PAUSE_MILLISECONDS = { first: 200, longest: 10_000 }
/** Having run so long, a part that ends is started again at once. */
const CALM_MILLISECONDS = 30_000
const STOP_MILLISECONDS = 35_000

/** One run of a part. */
interface Run {
  /** What it says of itself when it works. */
  ready: Promise<string>
  ended: Promise<void>
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** A part that is started again whenever it ends. */
export interface Kept {
  /** Of the first run. */
  ready: Promise<string>
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Keeps a part running until it is stopped; whoever waits for `ready` decides what its first failure means. */
export function keep(name: string, launch: () => Run): Kept {
  let stopped = false
  let run = launch()
  const kept: Kept = {
    ready: run.ready,
    stop: async (signal) => {
      stopped = true
      await run.stop(signal)
    },
  }
  void again()
  return kept

  async function again(): Promise<void> {
    let pause = PAUSE_MILLISECONDS.first
    for (let from = Date.now(), first = true; ; from = Date.now(), first = false) {
      const fault = await run.ready.then(
        () => null,
        (error: Error) => error,
      )
      if (fault && first) return
      if (!first) console.log(`  ${name}: ${fault ? fault.message : 'runs again'}`)
      await run.ended
      if (stopped) return
      if (Date.now() - from > CALM_MILLISECONDS) pause = PAUSE_MILLISECONDS.first
      console.log(`  ${name}: ended by itself; it is started again`)
      await sleep(pause)
      pause = Math.min(pause * 2, PAUSE_MILLISECONDS.longest)
      if (stopped) return
      run = launch()
    }
  }
}

/** The embedded PostgreSQL; its address goes to the environment of the other parts. */
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
 * A process of our own, `scripts/<name>.ts`. It loads at once and works when `gate` opens; it drains on SIGTERM, and by
 * itself when this process is gone.
 */
export function launchPart(name: 'web' | 'worker', gate: Promise<void>): Run {
  const child = fork(resolve('scripts', `${name}.ts`), ['supervised'], {
    // In a session of its own: Ctrl-C must reach the supervisor only.
    detached: true,
    env: { ...process.env, PARAPH_PART: name },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  gate.then(
    () => child.connected && child.send('go'),
    () => {},
  )
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const ready = new Promise<string>((settle, reject) => {
    child.on('message', (message: Message) => {
      if ('ready' in message) settle(message.ready)
      else reject(new Error(message.fatal))
    })
    child.once('exit', () => reject(new Error(`${name} ended before it was ready.`)))
  })
  return {
    ready,
    ended,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS)
      if (child.exitCode === null && child.signalCode === null) await ended
      clearTimeout(late)
    },
  }
}
