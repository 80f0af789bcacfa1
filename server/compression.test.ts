import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { compressResponse, encodingFor } from './compression.ts'
import { compressedFiles } from './static-files.ts'

const text = 'A paragraph of the page. '.repeat(200)
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
  const server = createServer((request, response) => {
    compressResponse(request, response)
    listener(request, response)
  })
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

const html: RequestListener = (_request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Vary', 'rsc')
  response.end(text)
}
const record: RequestListener = (request, response) => {
  const etag = '"7"'
  const isKnown = request.headers['if-none-match'] === etag
  const headers = ['content-type', 'application/json', 'etag', etag, 'content-length', String(text.length)]
  response.writeHead(isKnown ? 304 : 200, 'Status text', isKnown ? ['etag', etag] : headers)
  response.end(isKnown ? undefined : text)
}

describe('encodingFor', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['identity', null],
    ['gzip;q=0', null],
    [undefined, null],
  ])('chooses by weight, brotli before gzip: %s', (header, encoding) => {
    expect(encodingFor(header)).toBe(encoding)
  })
})

describe('a response', () => {
  it('of text is compressed in the encoding that the client prefers, and varies by it', async () => {
    const brotli = await sendRequest(html, { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'rsc, Accept-Encoding' })
    expect(brotli.headers['content-length']).toBeUndefined()
    expect(brotliDecompressSync(brotli.body).toString()).toBe(text)
    const gzip = await sendRequest(html, { 'accept-encoding': 'gzip' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.body).toString()).toBe(text)
    const plainReply = await sendRequest(html, {})
    expect(plainReply.headers).toMatchObject({
      vary: 'rsc, Accept-Encoding',
      'content-length': String(text.length),
    })
    expect(plainReply.body.toString()).toBe(text)
  })

  it.each<[string, RequestListener, string]>([
    ['that is short', (_, response) => response.setHeader('Content-Type', 'text/html').end('Hello'), 'GET'],
    [
      'that is no text',
      (_, response) => response.setHeader('Content-Type', 'application/pdf').end(text),
      'GET',
    ],
    [
      'that is a byte range',
      (_, response) => response.writeHead(206, { 'Content-Type': 'text/csv' }).end(text),
      'GET',
    ],
    ['to HEAD', html, 'HEAD'],
  ])('%s is sent without compression', async (_name, listener, method) => {
    const { headers } = await sendRequest(listener, { 'accept-encoding': 'br' }, method)
    expect(headers['content-encoding']).toBeUndefined()
  })

  it('that is compressed already is not compressed again', async () => {
    const sendCompressed: RequestListener = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/css', 'Content-Encoding': 'gzip' }).end(text)
    }
    const { body, headers } = await sendRequest(sendCompressed, { 'accept-encoding': 'br' })
    expect([headers['content-encoding'], body.toString()]).toEqual(['gzip', text])
  })

  it('has its own strong ETag in each encoding, and If-None-Match accepts each', async () => {
    const { headers } = await sendRequest(record, { 'accept-encoding': 'br' })
    expect(headers).toMatchObject({ etag: '"7-br"', 'content-encoding': 'br' })
    const known = await sendRequest(record, { 'accept-encoding': 'br', 'if-none-match': '"7-br"' })
    expect([known.status, known.headers.etag, known.headers.vary]).toEqual([304, '"7-br"', 'Accept-Encoding'])
    const plainReply = await sendRequest(record, {})
    expect(plainReply.headers.etag).toBe('"7"')
    expect((await sendRequest(record, { 'if-none-match': '"7"' })).headers.etag).toBe('"7"')
  })

  it('gives If-Match to its route without the encoding', async () => {
    let received: string | undefined
    const listener: RequestListener = (request, response) => {
      received = request.headers['if-match']
      response.end()
    }
    await sendRequest(listener, { 'if-match': '"7-br", "8-gzip", W/"9"' })
    expect(received).toBe('"7", "8", W/"9"')
  })

  it('does not match If-Range, as ranges are those of the uncompressed file', async () => {
    let received: string | undefined
    const listener: RequestListener = (request, response) => {
      received = request.headers['if-range'] as string
      response.end()
    }
    await sendRequest(listener, { range: 'bytes=10-', 'if-range': '"7-br"' })
    expect(received).toBe('"7-br"')
  })

  it('that is streamed arrives part by part when it is flushed, however large it is', async () => {
    const parts = Array.from({ length: 200 }, (_, index) => `${index} ${crypto.randomUUID()} ${text}`)
    const stream: RequestListener = async (_, response) => {
      response.setHeader('Content-Type', 'text/html')
      response.flushHeaders()
      for (const part of parts) {
        if (!response.write(part)) await new Promise((resolve) => response.once('drain', resolve))
        ;(response as unknown as { flush: () => void }).flush()
      }
      response.end()
    }
    const { body, headers } = await sendRequest(stream, { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(body).toString()).toBe(parts.join(''))
  })
})

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
