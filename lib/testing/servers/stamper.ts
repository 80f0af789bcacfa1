import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addSeconds, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { testStamper } from '#lib/pades/fixtures/stamps'

/** Sends a response other than the correct one, `body`. */
type Reaction = (response: ServerResponse, body: Uint8Array) => void

/** A time-stamping authority over HTTP (RFC 3161, 3.4). Each of its stamps is a second later than the one before. */
export interface StampServer {
  url: string
  /** The headers of all requests. */
  requests: IncomingHttpHeaders[]
  /** Sets how the next requests are answered; without a reaction, correctly. */
  respondWith(reaction?: Reaction): void
  close(): void
}

/** Starts a time-stamping authority on this machine. */
export async function openStamper(): Promise<StampServer> {
  const requests: IncomingHttpHeaders[] = []
  const stamper = await testStamper(() => addSeconds(now(), requests.length))
  const respondCorrectly: Reaction = (response, body) => response.end(body)
  let react = respondCorrectly
  const server = createServer(async (request, response) => {
    requests.push(request.headers)
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    react(response, await stamper.answer(Buffer.concat(pieces)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    requests,
    respondWith: (reaction = respondCorrectly) => {
      react = reaction
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
