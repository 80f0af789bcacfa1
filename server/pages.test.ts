import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { openPages } from './pages.ts'

let server: Server
afterEach(() => server.close())

/** Serves the pages, which are not built: each request is answered with the error of that. */
async function serve(dev: boolean): Promise<number> {
  const handlePage = openPages({ dev, host: '127.0.0.1', port: 0 }).getRequestHandler()
  server = createServer((request, response) =>
    handlePage(request, response).catch(() => response.end('answered')),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

it.each([
  [
    'the HTTP client of Java',
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
  ],
  ['Apache HttpClient', 'Connection: Upgrade\r\nUpgrade: TLS/1.2'],
])('answers a request with which %s offers another protocol, also after a page', async (_, headers) => {
  const port = await serve(false)
  expect(await (await fetch(`http://127.0.0.1:${port}/login`)).text()).toBe('answered')
  const connection = connect(port, '127.0.0.1')
  connection.end(`GET /api/v1/health/live HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`)
  expect(await text(connection)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nanswered$/s)
})

it('leaves upgrades to Next in development, whose pages are loaded again through them', async () => {
  const port = await serve(true)
  await fetch(`http://127.0.0.1:${port}/login`)
  expect(server.listenerCount('upgrade')).toBe(1)
})
