import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { serveStatic } from 'next/dist/server/serve-static'
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

describe('conditions and ranges of a compressed file, as Next serves it', () => {
  const text = 'export const answer = 42\n'.repeat(200)
  const path = '/chunks/a.js'
  const serve = () => {
    const folder = mkdtempSync(join(tmpdir(), 'paraph-static-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'chunks'))
    writeFileSync(join(folder, path), text)
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(text))
    const choose = compressedFiles({ '/': folder })
    return (headers: Record<string, string>, method = 'GET') =>
      sendRequest(
        (request, response) => {
          request.url = path
          choose(request, response)
          serveStatic(request, response, request.url, { root: folder }).catch((error) => {
            response.statusCode = error.statusCode
            response.end()
          })
        },
        headers,
        method,
      )
  }
  const brotli = { 'accept-encoding': 'gzip, br' }

  it('the two files have validators of their own, and each gives 304 for its own only', async () => {
    const send = serve()
    const [compressed, plain] = [await send(brotli), await send({})]
    expect(brotliDecompressSync(compressed.body).toString()).toBe(text)
    expect(plain.body.toString()).toBe(text)
    const [tagOfCompressed, tagOfPlain] = [compressed.headers.etag!, plain.headers.etag!]
    expect(tagOfCompressed).not.toBe(tagOfPlain)
    for (const [headers, tag, status] of [
      [brotli, tagOfCompressed, 304],
      [brotli, tagOfPlain, 200],
      [{}, tagOfPlain, 304],
      [{}, tagOfCompressed, 200],
      [brotli, `"other", ${tagOfCompressed}`, 304],
      [brotli, '*', 304],
    ] as const) {
      const reply = await send({ ...headers, 'if-none-match': tag })
      expect([tag, reply.status, reply.body.length > 0]).toEqual([tag, status, status === 200])
      expect(reply.headers.vary).toBe('Accept-Encoding')
    }
  })

  it('a date gives 304 for both', async () => {
    const send = serve()
    const { headers } = await send(brotli)
    for (const accepted of [brotli, {}]) {
      const reply = await send({ ...accepted, 'if-modified-since': headers['last-modified']! })
      expect([reply.status, reply.body.length, reply.headers.vary]).toEqual([304, 0, 'Accept-Encoding'])
    }
  })

  it.each([
    ['bytes=0-9', text.slice(0, 10), `bytes 0-9/${text.length}`],
    ['bytes=-5', text.slice(-5), `bytes ${text.length - 5}-${text.length - 1}/${text.length}`],
    ['bytes=4990-', text.slice(4990), `bytes 4990-${text.length - 1}/${text.length}`],
  ])('%s are bytes of the file itself, not of the compressed one', async (range, expected, contentRange) => {
    const reply = await serve()({ ...brotli, range })
    expect([reply.status, reply.body.toString()]).toEqual([206, expected])
    expect(reply.headers['content-range']).toBe(contentRange)
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.headers.vary).toBe('Accept-Encoding')
  })

  it('a range beyond the end of the file gives 416, also where no encoding is left on the response', async () => {
    const reply = await serve()({ ...brotli, range: `bytes=${text.length}-` })
    expect(reply.status).toBe(416)
    expect(reply.headers['content-encoding']).toBeUndefined()
  })

  it('a download of the compressed file is not continued with bytes of the other', async () => {
    const send = serve()
    const [compressed, plain] = [await send(brotli), await send({})]
    const range = 'bytes=10-'
    const restarted = await send({ ...brotli, range, 'if-range': compressed.headers.etag! })
    expect([restarted.status, restarted.body.toString()]).toEqual([200, text])
    const continued = await send({ ...brotli, range, 'if-range': plain.headers.etag! })
    expect([continued.status, continued.body.toString()]).toEqual([206, text.slice(10)])
  })

  it('HEAD has the headers of GET', async () => {
    const send = serve()
    const [get, head] = [await send(brotli), await send(brotli, 'HEAD')]
    const { date: _, ...expected } = get.headers
    expect(head.headers).toMatchObject(expected)
    expect(head.headers['content-length']).toBe(String(get.body.length))
    expect(head.body.length).toBe(0)
  })

  it.each(['br;q=0', 'br;q=0.000', 'gzip, br; q=0 , *', 'identity', 'brotli'])(
    '“%s” does not accept the compressed file',
    async (accepted) => {
      const reply = await serve()({ 'accept-encoding': accepted })
      expect(reply.body.toString()).toBe(text)
      expect(reply.headers['content-encoding']).toBeUndefined()
    },
  )

  it.each(['br', 'BR', 'gzip,br', 'gzip, deflate, br;q=0.5', 'br;q=1.0'])(
    '“%s” accepts it',
    async (accepted) => {
      const reply = await serve()({ 'accept-encoding': accepted })
      expect(reply.headers['content-encoding']).toBe('br')
      expect(reply.headers['content-type']).toBe('application/javascript; charset=UTF-8')
    },
  )
})
