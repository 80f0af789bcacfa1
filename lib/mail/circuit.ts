import { setTimeout as sleep } from 'node:timers/promises'

/** How a circuit finds out whether a server answers again. */
interface CircuitOptions {
  /** One cheap request; rejects while the server does not answer. */
  probe: () => Promise<unknown>
  pauseMilliseconds: number
}

/**
 * Keeps work from a server that does not answer: while it is open, one probe after the other asks for the server, and
 * everything else waits for the first that succeeds.
 */
export class Circuit {
  readonly #options: CircuitOptions
  #closing: Promise<void> | null = null

  constructor(options: CircuitOptions) {
    this.#options = options
  }

  /** The server did not answer. */
  open(): void {
    this.#closing ??= this.#probeUntilItAnswers().finally(() => {
      this.#closing = null
    })
  }

  /** Resolves to true when the server answers as far as is known, to false when it does not within the time. */
  async isClosed(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
    if (!this.#closing) return true
    const late = sleep(milliseconds, false, { ref: false, signal }).catch(() => false)
    return Promise.race([this.#closing.then(() => true), late])
  }

  async #probeUntilItAnswers(): Promise<void> {
    const { probe, pauseMilliseconds } = this.#options
    do await sleep(pauseMilliseconds, undefined, { ref: false })
    while (
      !(await probe().then(
        () => true,
        () => false,
      ))
    )
  }
}
