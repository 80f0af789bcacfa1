import { setTimeout as sleep } from 'node:timers/promises'

const BACKOFF_MILLISECONDS = { first: 200, max: 10_000 }
/** After a run of this length the backoff is reset. */
const STABLE_MILLISECONDS = 30_000

/** One run of a process. */
export interface Run {
  /** Resolves with a line for the terminal when the process is ready. */
  ready: Promise<string>
  ended: Promise<void>
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Lets the process, which is ready, finish what it does and end: another one has taken its place. */
  replace?(): void
}

/** A process that is started again whenever it ends. */
export interface KeptProcess {
  /** The `ready` of the first run; when it fails, the process is not started again. */
  ready: Promise<string>
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Lets the current run end by itself; there is no other one. */
  replace(): void
}

/** Launches a process again whenever it ends, until it is stopped. */
export function keepRunning(name: string, launch: () => Run): KeptProcess {
  let stopped = false
  let run = tryToLaunch()
  void loop()
  return {
    ready: run.ready,
    stop: async (signal) => {
      stopped = true
      await run.stop(signal)
    },
    replace: () => {
      stopped = true
      const { ready, replace } = run
      ready.then(replace, () => {})
    },
  }

  async function loop(): Promise<void> {
    let backoff = BACKOFF_MILLISECONDS.first
    for (let startedAt = Date.now(), isFirst = true; ; startedAt = Date.now(), isFirst = false) {
      const error = await run.ready.then(
        () => null,
        (error: Error) => error,
      )
      if (error && isFirst) return
      if (!isFirst) console.log(`  ${name}: ${error ? error.message : 'runs again'}`)
      await run.ended
      if (stopped) return
      if (Date.now() - startedAt > STABLE_MILLISECONDS) backoff = BACKOFF_MILLISECONDS.first
      console.log(`  ${name}: ended unexpectedly; restarting`)
      await sleep(backoff)
      backoff = Math.min(backoff * 2, BACKOFF_MILLISECONDS.max)
      if (stopped) return
      run = tryToLaunch()
    }
  }

  /** @returns a run that has failed where the process cannot be started, for example for want of memory */
  function tryToLaunch(): Run {
    try {
      return launch()
    } catch (error) {
      return { ready: Promise.reject(error), ended: Promise.resolve(), stop: async () => {} }
    }
  }
}
