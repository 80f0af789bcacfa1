import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addSeconds, latest, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { type StampFaults, testStamper } from '#lib/pades/fixtures/stamps'

/** Sends a response other than the correct one, `body`. */
type Reaction = (response: ServerResponse, body: Uint8Array) => void

/** `isExpired`: its certificate has ended. */
export type StampLies = StampFaults & { isExpired?: boolean }

/** A time-stamping authority over HTTP (RFC 3161, 3.4). Each of its stamps is at least a second later than the one before. */
export interface StampServer {
  url: string
  /** The headers of all requests. */
  requests: IncomingHttpHeaders[]
  /** Sets how the next requests are answered; without a reaction, correctly. */
  respondWith(reaction?: Reaction): void
  /** Sets what is wrong in the next responses; without lies, nothing. */
  lieWith(lies?: StampLies): void
  close(): void
}

/** Starts a time-stamping authority on this machine. */
export async function openStamper(): Promise<StampServer> {
  const requests: IncomingHttpHeaders[] = []
  let lastStamp = now()
  const clock = () => {
    lastStamp = latest(addSeconds(lastStamp, 1), now())
    return lastStamp
  }
  const [stamper, expired] = [await testStamper(clock), await testStamper(clock, 'timeStamping', 2025)]
  const respondCorrectly: Reaction = (response, body) => response.end(body)
  let react = respondCorrectly
  let lies: StampLies = {}
  const server = createServer(async (request, response) => {
    requests.push(request.headers)
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const { isExpired, ...faults } = lies
    react(response, await (isExpired ? expired : stamper).answer(Buffer.concat(pieces), faults))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    requests,
    respondWith: (reaction = respondCorrectly) => {
      react = reaction
    },
    lieWith: (newLies = {}) => {
      lies = newLies
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Runs `callback` with these time-stamping authorities configured. */
export async function withStampers<T>(
  stampers: string[] | 'internal',
  callback: () => Promise<T>,
): Promise<T> {
  const before = env().tsa
  env().tsa = stampers
  try {
    return await callback()
  } finally {
    env().tsa = before
  }
}
