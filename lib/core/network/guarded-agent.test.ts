import { createServer, get, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { guardedAgent } from './guarded-agent.ts'
import { requestText } from './guarded-request.ts'

const server = createServer()
let respond: RequestListener = (_, response) => response.end('ok')
server.on('request', (request, response) => respond(request, response))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo

afterEach(() => {
  respond = (_, response) => response.end('ok')
})

/** The body of a response, or the message of the error. */
function request(text: string, allowedHosts: string[]): Promise<string> {
  const url = new URL(text)
  return new Promise((resolve) => {
    get(url, { agent: guardedAgent(url, allowedHosts) }, async (response) => {
      let body = ''
      try {
        for await (const chunk of response) body += chunk
        resolve(body)
      } catch (error) {
        resolve((error as Error).message)
      }
    }).on('error', (error) => resolve(error.message))
  })
}

describe('guardedAgent', () => {
  it('connects to an allowed host', async () => {
    expect(await request(`http://127.0.0.1:${port}/`, ['127.0.0.1'])).toBe('ok')
    expect(await request(`http://localhost:${port}/`, ['localhost'])).toBe('ok')
  })

  it('refuses http, and private addresses, elsewhere', async () => {
    expect(await request(`http://127.0.0.1:${port}/`, [])).toBe('The URL must start with https://.')
    expect(await request(`http://127.0.0.1:${port}/`, ['127.0.0.1:1'])).toMatch(/https/)
  })

  it('stops reading a response that is too large', async () => {
    respond = (_, response) => {
      response.on('error', () => {})
      for (let index = 0; index < 30; index++) response.write('x'.repeat(100_000))
      response.end()
    }
    expect(await request(`http://127.0.0.1:${port}/`, ['127.0.0.1'])).toMatch(
      /larger than 1000000 bytes|aborted/,
    )
  })

  it('fails at once when the response switches to another protocol', async () => {
    respond = (_, { socket }) =>
      socket!.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n')
    expect(await request(`http://127.0.0.1:${port}/`, ['127.0.0.1'])).toBe('Responded with 101.')
    const url = new URL(`http://127.0.0.1:${port}/`)
    await expect(
      requestText(url, { method: 'POST', body: 'x', allowedHosts: ['127.0.0.1'] }),
    ).rejects.toThrow('Responded with 101.')
  })
})
