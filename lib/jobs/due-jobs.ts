import type { PgBoss } from 'pg-boss'
import { logFailure } from '#db/connection/unavailable'
import { countDueJobs, listenForJobs, wakeWorkers } from './boss-internals.ts'

/** How often the queues are read when no notification arrives: retries and delayed jobs have none. */
const POLL_MILLISECONDS = 2000

/**
 * Wakes the workers of queues with due jobs: one statement for all queues, on a notification and every two seconds, in
 * place of a poll by each worker of each queue.
 */
export class DueJobs {
  readonly #boss: PgBoss
  readonly #timer = setInterval(() => this.#look(), POLL_MILLISECONDS)
  #listening: { close(): Promise<void> } | null = null
  /** The current look; a call meanwhile starts another one. */
  #isLooking = false
  #isOutdated = false
  /** Queues in which jobs waited for others: the end of a job may allow the next one. */
  #waiting = new Set<string>()

  constructor(boss: PgBoss) {
    this.#boss = boss
  }

  /** Looks on each notification of new jobs, too. */
  async listen(): Promise<void> {
    this.#listening = await listenForJobs(this.#boss, () => this.#look())
  }

  /** Whether a job of the queue may have waited for the end of another one. */
  areWaiting(queue: string): boolean {
    return this.#waiting.has(queue)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#listening?.close()
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
    const waiting = new Set<string>()
    for (const { queue, count } of await countDueJobs()) {
      if (wakeWorkers(this.#boss, queue, count).someWait) waiting.add(queue)
    }
    this.#waiting = waiting
  }
}
