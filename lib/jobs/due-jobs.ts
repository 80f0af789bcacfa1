import type { PgBoss } from 'pg-boss'
import { asUnavailable, logFailure } from '#db/connection/unavailable'
import { countDueJobs, listenForJobs, wakeWorkers } from './boss-internals.ts'

/** How often the queues are read when no notification arrives: retries and delayed jobs have none. */
const POLL_MILLISECONDS = 2000
const LISTEN_AGAIN_MILLISECONDS = 30_000

/**
 * Wakes the workers of queues with due jobs: one statement for all queues, on a notification and every two seconds, in
 * place of a poll by each worker of each queue. Saves 85 statements of a process, 22 a second at rest
 * (docs/performance.md).
 */
export class DueJobs {
  readonly #boss: PgBoss
  readonly #timer = setInterval(() => this.#look(), POLL_MILLISECONDS)
  #listening: Promise<{ close(): Promise<void> } | null> = Promise.resolve(null)
  #isListening = false
  #listenAgain: NodeJS.Timeout | undefined
  /** The current look; a call meanwhile starts another one. */
  #isLooking = false
  #isOutdated = false
  /** Queues in which jobs waited for others: the end of a job may allow the next one. */
  #waiting = new Set<string>()

  constructor(boss: PgBoss) {
    this.#boss = boss
  }

  /** Looks on each notification of new jobs, too. A failure is only logged: the timer works without them. */
  async listen(): Promise<void> {
    this.#listening = listenForJobs(this.#boss, () => this.#look()).catch((error) => {
      logFailure(asUnavailable(error), 'notifications of new jobs cannot be received; the queues are polled')
      this.#listenAgain = setTimeout(() => this.listen(), LISTEN_AGAIN_MILLISECONDS)
      return null
    })
    this.#isListening = (await this.#listening) !== null
  }

  /** Whether a job of the queue may have waited for the end of another one: without notifications it is not known. */
  areWaiting(queue: string): boolean {
    return !this.#isListening || this.#waiting.has(queue)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    const listening = await this.#listening
    clearTimeout(this.#listenAgain)
    await listening?.close()
  }

  async #look(): Promise<void> {
    this.#isOutdated = true
    if (this.#isLooking) return
    this.#isLooking = true
    while (this.#isOutdated) {
      // The notifications of one commit arrive together.
      await new Promise(setImmediate)
      this.#isOutdated = false
      await this.#wakeWorkers().catch((error) => logFailure(error, 'the queues could not be read'))
    }
    this.#isLooking = false
  }

  async #wakeWorkers(): Promise<void> {
    const counts = new Map((await countDueJobs()).map(({ queue, count }) => [queue, count]))
    // A waiting job may be with a worker that returns it to the queue: the queue stays until its workers are idle.
    const queues = this.#waiting.union(new Set(counts.keys()))
    const waiting = [...queues].filter(
      (queue) => wakeWorkers(this.#boss, queue, counts.get(queue) ?? 0).someWait,
    )
    this.#waiting = new Set(waiting)
  }
}
