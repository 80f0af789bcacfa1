import { createServer } from 'node:http'
import next from 'next'

/**
 * Next, which renders the pages. At its first request it adds a listener for upgrades of connections, to which Node then
 * passes every request with the header `Upgrade`; Next uses them in development only, and ends the others. So in
 * production it gets a server of its own that never listens: without a listener Node handles such a request like all
 * others, as a server may (RFC 9110, 7.8).
 */
export function openPages({ dev, host, port }: { dev: boolean; host: string; port: number }) {
  const options = { dev, dir: process.cwd(), hostname: host, port }
  return next(dev ? options : { ...options, httpServer: createServer() })
}
