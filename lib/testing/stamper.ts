import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { env } from '#lib/core/env'
import { type TestStamper, testStamper } from '#lib/pades/fixtures-stamps'

/** What it does instead of an answer. */
type Reaction = (response: ServerResponse) => void

/** An authority for time stamps over HTTP (RFC 3161, 3.4). */
export interface StampServer extends Pick<TestStamper, 'root'> {
  url: string
  /** The headers of every question so far. */
  asked: IncomingHttpHeaders[]
  /** From now on; nothing: it answers as it should. */
  reacts(reaction?: Reaction): void
  close(): void
}

/** Opens one on this machine. */
export async function openStamper(at: Date): Promise<StampServer> {
  const stamper = await testStamper(at)
  const asked: IncomingHttpHeaders[] = []
  let react: Reaction | undefined
  const server = createServer(async (request, response) => {
    asked.push(request.headers)
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    if (react) return react(response)
    response.setHeader('content-type', 'application/timestamp-reply')
    response.end(await stamper.answer(Buffer.concat(pieces)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    root: stamper.root,
    asked,
    reacts: (reaction) => {
      react = reaction
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** While `work` runs the installation has its signatures stamped by these. */
export async function stampedBy<T>(urls: string[], work: () => Promise<T>): Promise<T> {
  const before = env().tsaUrls
  env().tsaUrls = urls
  try {
    return await work()
  } finally {
    env().tsaUrls = before
  }
}
