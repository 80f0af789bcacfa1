/** Less is often part of memory that others use too. */
const WORTH_RELEASING = 1_000_000

/**
 * Gives the memory of large bytes back at once: a thread that has nothing to do collects no garbage. Nobody may read
 * them, or what else lies in their memory, any more.
 */
export function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= WORTH_RELEASING) buffer.transfer(0)
}
