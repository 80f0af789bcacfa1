import http from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { TextError } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { pinnedLookup, resolveTarget } from './outbound-guard.ts'

const DEFAULT_MAX_SECONDS = 10
const MAX_BYTES = 1_000_000

/**
 * An agent for one request to `url` by a client library: it connects to the checked addresses only, for at most
 * `maxSeconds` and `MAX_BYTES` received.
 */
export function guardedAgent(
  url: URL,
  allowedHosts: readonly string[],
  maxSeconds = DEFAULT_MAX_SECONDS,
): http.Agent {
  const agent = url.protocol === 'http:' ? new http.Agent() : new https.Agent()
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    resolveTarget(url.href, allowedHosts)
      .then(({ addresses }) => {
        const socket = connect({ ...options, lookup: pinnedLookup(addresses) })
        callback?.(null, limited(socket as Duplex, maxSeconds))
      })
      .catch((error: Error) => callback?.(error, null as never))
    return undefined
  }
  return agent
}

function limited(socket: Duplex, maxSeconds: number): Duplex {
  let received = 0
  const timeout = setTimeout(() => {
    socket.destroy(new TextError(errorText('failures.responseTooSlow', { seconds: maxSeconds })))
  }, maxSeconds * 1000)
  return socket
    .on('close', () => clearTimeout(timeout))
    .on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > MAX_BYTES)
        socket.destroy(new TextError(errorText('failures.responseTooLarge', { limit: MAX_BYTES })))
    })
}
