import { setTimeout as sleep } from 'node:timers/promises'

/** How a circuit breaker checks a server. */
interface CircuitOptions {
  /** One cheap request; rejects while the server does not respond. */
  probe: () => Promise<unknown>
  pauseMilliseconds: number
}

/**
 * A circuit breaker: while it is open, probes check the server one after another, and all work waits for the first
 * success.
 */
export class Circuit {
  readonly #options: CircuitOptions
  #closing: Promise<void> | null = null

  constructor(options: CircuitOptions) {
    this.#options = options
  }

  /** Opens the circuit: the server did not respond. */
  open(): void {
    this.#closing ??= this.#probeUntilItAnswers().finally(() => {
      this.#closing = null
    })
  }

  /** Resolves to true when the circuit is closed, to false when it stays open for the timeout. */
  async isClosed(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
    if (!this.#closing) return true
    const timeout = sleep(milliseconds, false, { ref: false, signal }).catch(() => false)
    return Promise.race([this.#closing.then(() => true), timeout])
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
