import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { compressedFiles } from './static-files.ts'

/** Close the servers of a test. */
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

interface Reply {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Sends one request to a server with this listener; unlike fetch, it does not decode the body. */
async function sendRequest(
  listener: RequestListener,
  headers: Record<string, string>,
  method = 'GET',
): Promise<Reply> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { port, host: '127.0.0.1', headers, method, agent: false },
      async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) })
      },
    )
    request.on('error', reject)
    request.end()
  })
}

describe('a static file that the build compressed', () => {
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'paraph-static-'))
    onTestFinished(() => rmSync(path, { recursive: true }))
    mkdirSync(join(path, 'chunks'))
    for (const name of ['a.js', 'a.js.br', 'b.js']) writeFileSync(join(path, 'chunks', name), name)
    return path
  }
  const responseTo = async (path: string, acceptEncoding: string) => {
    const choose = compressedFiles({ '/_next/static/': folder(), '/': '/none' })
    const { headers, body } = await sendRequest(
      (request, response) => {
        request.url = path
        choose(request, response)
        response.end(request.url)
      },
      { 'accept-encoding': acceptEncoding },
    )
    return [body.toString(), headers['content-encoding'], headers['content-type'], headers.vary]
  }

  it('is sent in place of the file to clients that accept brotli', async () => {
    const javascript = 'application/javascript; charset=UTF-8'
    const expected = ['/_next/static/chunks/a.js.br?dpl=1', 'br', javascript, 'Accept-Encoding']
    expect(await responseTo('/_next/static/chunks/a.js?dpl=1', 'br')).toEqual(expected)
  })

  it('is not sent to other clients, whose response has Vary', async () => {
    const path = '/_next/static/chunks/a.js'
    expect(await responseTo(path, 'gzip')).toEqual([path, undefined, undefined, 'Accept-Encoding'])
  })

  it.each(['/_next/static/chunks/b.js', '/_next/static/chunks/a.js.br', '/chunks/a.js'])(
    'is not used for a path that has none: %s',
    async (path) => {
      expect(await responseTo(path, 'br')).toEqual([path, undefined, undefined, undefined])
    },
  )
})
