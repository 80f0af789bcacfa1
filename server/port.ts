import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT_MILLISECONDS = 10_000
const RETRY_MILLISECONDS = 200
const TRY_MILLISECONDS = 60_000

/**
 * Listens; waits for the port, which a service that was killed may use until its processes have ended.
 * @throws Error that says how to choose another port
 */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  for (const deadline = Date.now() + TIMEOUT_MILLISECONDS; ; await sleep(RETRY_MILLISECONDS)) {
    try {
      await once(server.listen(port, host), 'listening')
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      if (Date.now() > deadline)
        throw new Error(`Port ${port} on ${host} is taken: set PORT. (fault: port_taken)`)
    }
  }
}

/** Finds a port that is free now, or waits until the given one is. @throws as `listen` */
export async function findPort(port: number, host: string): Promise<number> {
  const probe = createServer()
  await listen(probe, port, host)
  const { port: found } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return found
}

/**
 * Requests paths of a server on a port that no other process shares, before it listens where it is needed.
 * @throws Error with the path that fails
 */
export async function tryOut(server: HttpServer, paths: string[]): Promise<void> {
  await new Promise<void>((resolve) =>
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => resolve()),
  )
  const { port } = server.address() as AddressInfo
  try {
    for (const path of paths) {
      const signal = AbortSignal.timeout(TRY_MILLISECONDS)
      const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', signal })
      if (status >= 400) throw new Error(`${path} answers with status ${status}.`)
    }
  } finally {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
}
