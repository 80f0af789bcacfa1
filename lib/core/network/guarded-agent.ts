import http from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { pinnedLookup, resolveTarget } from './outbound-guard.ts'

const MAX_SECONDS = 10
const MAX_BYTES = 1_000_000

/**
 * An agent for one request to `url` by a client library: it connects to the checked addresses only, for at most
 * `MAX_SECONDS` and `MAX_BYTES` received.
 */
export function guardedAgent(url: URL, allowedHosts: readonly string[]): http.Agent {
  const agent = url.protocol === 'http:' ? new http.Agent() : new https.Agent()
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    resolveTarget(url.href, allowedHosts)
      .then(({ addresses }) => {
        const socket = connect({ ...options, lookup: pinnedLookup(addresses) })
        callback?.(null, limited(socket as Duplex))
      })
      .catch((error: Error) => callback?.(error, null as never))
    return undefined
  }
  return agent
}

function limited(socket: Duplex): Duplex {
  let received = 0
  const timeout = setTimeout(() => {
    socket.destroy(new Error(`The response takes longer than ${MAX_SECONDS} s.`))
  }, MAX_SECONDS * 1000)
  return socket
    .on('close', () => clearTimeout(timeout))
    .on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > MAX_BYTES) socket.destroy(new Error(`The response is larger than ${MAX_BYTES} bytes.`))
    })
}
