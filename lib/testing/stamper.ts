import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addSeconds, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { testStamper } from '#lib/pades/fixtures/stamps'

/** A error instead of the correct response. */
type Reaction = (response: ServerResponse, body: Uint8Array) => void

/** An authority for time stamps over HTTP (RFC 3161, 3.4). Each of its stamps is a second later than the one before. */
export interface StampServer {
  url: string
  /** The headers of all requests. */
  requests: IncomingHttpHeaders[]
  /** Sets the error of the next responses; without one they are correct. */
  reacts(reaction?: Reaction): void
  close(): void
}

/** Opens one on this machine. */
export async function openStamper(): Promise<StampServer> {
  const sent: IncomingHttpHeaders[] = []
  const stamper = await testStamper(() => addSeconds(now(), sent.length))
  let react: Reaction = (response, body) => response.end(body)
  const usual = react
  const server = createServer(async (request, response) => {
    sent.push(request.headers)
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    react(response, await stamper.answer(Buffer.concat(pieces)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    requests: sent,
    reacts: (reaction = usual) => {
      react = reaction
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Runs `work` with these time-stamping authorities configured. */
export async function withStampers<T>(urls: string[], work: () => Promise<T>): Promise<T> {
  const before = env().tsaUrls
  env().tsaUrls = urls
  try {
    return await work()
  } finally {
    env().tsaUrls = before
  }
}
