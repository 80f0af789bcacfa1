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
  /** Resolves at the first successful probe; null while the circuit is closed. */
  #untilClosed: Promise<void> | null = null

  constructor(options: CircuitOptions) {
    this.#options = options
  }

  /** Opens the circuit, because the server did not respond, until a probe succeeds. */
  open(): void {
    this.#untilClosed ??= this.#probeUntilResponse().finally(() => {
      this.#untilClosed = null
    })
  }

  /** Waits until the circuit is closed. @returns false when it is still open after this time */
  async isClosed(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
    if (!this.#untilClosed) return true
    const timeout = sleep(milliseconds, false, { ref: false, signal }).catch(() => false)
    return Promise.race([this.#untilClosed.then(() => true), timeout])
  }

  async #probeUntilResponse(): Promise<void> {
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
