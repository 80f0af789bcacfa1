import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { FastResponse } from 'srvx/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { serve } from '#lib/testing/service/serve'
import { isApi } from './api.ts'
import { dispatcher } from './dispatch.ts'
import type { RouteModule } from './endpoints.ts'
import { readJson } from './request/body.ts'
import { requestMeta } from './request/request-meta.ts'
import { file } from './response/response.ts'

type Context = { params: Promise<Record<string, string>> }
const respondWith = (text: string) => async () => new Response(text)
const opened: Readable[] = []

/** An endless stream. */
function endless(): Readable {
  const stream = new Readable({ read: () => void setImmediate(() => stream.push(Buffer.alloc(64 * 1024))) })
  opened.push(stream)
  return stream
}

function damaged(): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.from('first')
      await new Promise((resolve) => setTimeout(resolve, 50))
      throw new Error('chunk 2 is damaged')
    })(),
  )
}

function missing(): Readable {
  return new Readable({ read: (): never => expect.unreachable() }).destroy(new Error('it is not there'))
}

/** Resolves when a request to `/slow`, whose body has been read, is aborted by its client. */
const slowRequest = { arrived: Promise.withResolvers<void>(), aborted: Promise.withResolvers<void>() }

const modules: Record<string, RouteModule> = {
  slow: {
    POST: async (request: Request) => {
      const { signal } = requestMeta(request, 'request')
      await request.text()
      signal!.addEventListener('abort', () => slowRequest.aborted.resolve())
      slowRequest.arrived.resolve()
      await slowRequest.aborted.promise
      return new Response('late')
    },
  },
  '': { GET: respondWith('root') },
  documents: {
    GET: respondWith('documents'),
    POST: async (request: Request) => new Response(await request.text()),
  },
  'documents/new': { GET: respondWith('new') },
  'documents/[id]': {
    GET: async (_: Request, { params }: Context) => Response.json(await params),
    OPTIONS: respondWith('options'),
  },
  'documents/[id]/marks/[mark]': {
    GET: async (_: Request, { params }: Context) => Response.json(await params),
  },
  json: {
    POST: (request: Request) =>
      readJson(request).then(
        () => new Response('read'),
        (error) => new Response(error.message, { status: 400 }),
      ),
  },
  large: { GET: async () => Response.json({ text: 'a'.repeat(5000) }) },
  endless: {
    GET: async (request: Request) =>
      file().respond({ body: endless, contentType: 'application/pdf', filename: 'a.pdf' }, request),
  },
  damaged: {
    GET: async (request: Request) =>
      file().respond({ body: damaged, contentType: 'application/pdf', filename: 'a.pdf', size: 9 }, request),
  },
  missing: {
    GET: async (request: Request) =>
      file().respond({ body: missing, contentType: 'application/pdf', filename: 'a.pdf', size: 9 }, request),
  },
  empty: {
    GET: async (request: Request) =>
      file().respond(
        { body: () => Readable.from([]), contentType: 'text/plain', filename: 'a.txt' },
        request,
      ),
  },
  peer: {
    GET: async (request: Request) =>
      Response.json([request.headers.get('authorization'), request.headers.get('x-paraph-peer')]),
  },
  local: {
    GET: async (request: Request) => new FastResponse(request.headers.get('x-paraph-local')),
  },
  broken: {
    GET: async () => {
      throw new Error('no route throws')
    },
  },
}
const routes = Object.entries(modules).map(([folder, module]) => [folder, async () => module])
const dispatch = dispatcher(Object.fromEntries(routes))
let service: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  service = await serve(dispatch)
})
afterAll(() => service.close())

const api = (path: string, init?: RequestInit) => fetch(`${service.url}/api/v1${path}`, init)

/** The response to raw bytes, which no client library would send. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (bytes) => {
      answer += bytes
    })
    socket.on('close', () => resolve(answer))
  })
}

it('forbids content sniffing, and requires https where APP_URL is https', async () => {
  const getHeaders = async () => (await api('/documents')).headers
  expect((await getHeaders()).get('x-content-type-options')).toBe('nosniff')
  expect((await getHeaders()).get('cross-origin-opener-policy')).toBe('same-origin')
  expect((await getHeaders()).get('cross-origin-resource-policy')).toBe('same-origin')
  expect((await getHeaders()).get('cross-origin-embedder-policy')).toBe('require-corp')
  expect((await getHeaders()).get('strict-transport-security')).toBeNull()
  const { appUrl } = env()
  env().appUrl = 'https://sign.example.com'
  try {
    expect((await getHeaders()).get('strict-transport-security')).toBe('max-age=31536000')
  } finally {
    env().appUrl = appUrl
  }
})

describe('the dispatch of a path to its route', () => {
  it('follows the folders; a literal segment takes precedence over a parameter', async () => {
    const texts = await Promise.all(
      ['', '/documents', '/documents/new', '/documents?id=1', '/documents/'].map(async (path) =>
        (await api(path)).text(),
      ),
    )
    expect(texts).toEqual(['root', 'documents', 'new', 'documents', 'documents'])
    expect(await (await api('/documents/7')).json()).toEqual({ id: '7' })
    expect(await (await api('/documents/7/marks/a')).json()).toEqual({ id: '7', mark: 'a' })
  })

  it('decodes parameters', async () => {
    expect(await (await api('/documents/a%2Fb%20%C3%A9')).json()).toEqual({ id: 'a/b é' })
  })

  it('treats invalid paths, and paths with `..`, as unknown', async () => {
    for (const path of ['/nothing', '/documents/1/2', '/documents//1/marks', '/../../mailbox']) {
      const response = await api(path)
      expect([response.status, (await response.json()).error?.code], path).toEqual([404, 'not_found'])
    }
  })

  it('depends on the method', async () => {
    expect(await (await api('/documents', { method: 'POST', body: 'sent' })).text()).toBe('sent')
    expect(await (await api('/documents/1', { method: 'OPTIONS' })).text()).toBe('options')
  })

  it('responds to HEAD as to GET, without the body', async () => {
    const response = await api('/large', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

describe('a body', () => {
  it('is refused above the limit, and the connection stays open', async () => {
    const length = 12_000_000
    const large = `POST /api/v1/json HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${'1'.repeat(length)}`
    const answer = await sendRaw(
      `${large}GET /api/v1/documents HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400.*larger than 5 MB.*HTTP\/1\.1 200.*documents/s)
  })
})

describe('a client that leaves', () => {
  it('aborts the signal of its request, also after its body was read', async () => {
    const leave = new AbortController()
    const request = api('/slow', { method: 'POST', body: 'text', signal: leave.signal }).catch(() => 'left')
    await slowRequest.arrived.promise
    leave.abort()
    expect(await request).toBe('left')
    await slowRequest.aborted.promise
  })
})

describe('a response', () => {
  it('has the reason phrase of its status and its length', async () => {
    const responses = [await api('/documents/7'), await api('/nothing')]
    expect(responses.map(({ statusText }) => statusText)).toEqual(['OK', 'Not Found'])
    expect(responses[1]!.headers.get('content-length')).toBe(String((await responses[1]!.text()).length))
  })

  it('closes its file when the client has gone', async () => {
    const leave = new AbortController()
    const response = await api('/endless', { signal: leave.signal })
    await response.body!.getReader().read()
    leave.abort()
    await expect.poll(() => opened.map((stream) => stream.destroyed)).toEqual([true])
  })

  it('has the shape of every error when its route throws, and the next request is served', async () => {
    const response = await api('/broken')
    expect([response.status, (await response.json()).error.code]).toEqual([500, 'internal_error'])
    expect((await api('/documents')).status).toBe(200)
  })

  it('is an error for a missing file, and has no bytes for an empty one', async () => {
    const response = await api('/missing')
    expect([response.status, (await response.json()).error.code]).toEqual([500, 'internal_error'])
    expect(response.headers.get('content-disposition')).toBeNull()
    const empty = await api('/empty')
    expect([empty.status, await empty.text()]).toEqual([200, ''])
  })

  it('is truncated when its file fails, and the log has the reason', async () => {
    const logError = vi.spyOn(log(), 'error')
    const response = await api('/damaged')
    await expect(response.arrayBuffer()).rejects.toThrow()
    expect(logError).toHaveBeenCalledWith({ err: new Error('chunk 2 is damaged') }, expect.any(String))
    logError.mockRestore()
  })
})

describe('the peer address', () => {
  it('is the address of the socket, even if a client sends x-paraph-peer', async () => {
    const forged = 'X-Paraph-Peer: 203.0.113.1\r\n'
    const twice = 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n'
    for (const headers of [forged, forged + twice, twice + forged]) {
      const answer = await sendRaw(
        `GET /api/v1/peer HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`,
      )
      expect(answer).toContain('"127.0.0.1"')
      expect(answer).not.toContain('203.0.113.1')
    }
  })
})

describe('a request over loopback', () => {
  it.each([
    ['Host: localhost', true],
    ['Host: 127.0.0.1:3000', true],
    ['Host: evil.example', false],
    ['Host: localhost\r\nX-Forwarded-For: 203.0.113.1', false],
    ['Host: evil.example\r\nX-Paraph-Local: true', false],
  ])('with %j is local: %s', async (headers, local) => {
    const answer = await sendRaw(`GET /api/v1/local HTTP/1.1\r\nConnection: close\r\n${headers}\r\n\r\n`)
    expect(answer.split('\r\n\r\n')[1]).toBe(String(local))
  })
})

describe('isApi', () => {
  it.each(['/api/v1', '/api/v1/', '/api/v1?a', '/api/v1/a'])('accepts %s', (url) => {
    expect(isApi(url)).toBe(true)
  })
  it.each(['/api/v10', '/api/v1a/b', '/api/auth', '/x/api/v1', 'http://a/api/v1'])('rejects %s', (url) => {
    expect(isApi(url)).toBe(false)
  })
})
