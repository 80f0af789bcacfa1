import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openBucket } from './bucket.ts'

let server: Server | undefined

beforeAll(() => {
  process.env.AWS_ACCESS_KEY_ID = 'test'
  process.env.AWS_SECRET_ACCESS_KEY = 'test'
})
afterEach(() => server?.close())

async function getBucket(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  server = createServer((request, response) => {
    request.resume().on('end', () => respond(request, response))
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return openBucket(`s3://paraph?endpoint=http://127.0.0.1:${port}`)
}

async function localFile(): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'paraph-bucket-')), 'file')
  await writeFile(path, 'content')
  return path
}

describe('reading the beginning and a part of an object that is stored again meanwhile', () => {
  const part = (version: number, length: number) => Buffer.alloc(length, version)

  it.each([true, false])(
    'gives bytes of one version (the server knows If-Match: %s)',
    async (knowsIfMatch) => {
      // The object changes after the first and after the third request.
      const versions = [1, 2, 2, 3, 3, 3]
      let requests = 0
      const store = await getBucket((request, response) => {
        const version = versions[requests++]!
        const { range = '', 'if-match': ifMatch } = request.headers
        if (knowsIfMatch && ifMatch && ifMatch !== `"${version}"`) return void response.writeHead(412).end()
        const [, from, to] = /bytes=(\d+)-(\d*)/.exec(range)!
        const length = (to ? Number(to) + 1 : 1000) - Number(from)
        response
          .writeHead(206, { etag: `"${version}"`, 'content-range': `bytes ${from}-${to}/1000` })
          .end(part(version, length))
      })
      const stored = await store.read('a', 900, undefined, 52)
      expect(stored?.total).toBe(1000)
      expect(await buffer(stored!.bytes)).toEqual(part(3, 152))
      expect(requests).toBe(6)
    },
  )
})

it('reads nothing of an object that ends before the range', async () => {
  const store = await getBucket((_, response) => {
    response.writeHead(416).end('<Error><Code>InvalidRange</Code></Error>')
  })
  const stored = await store.read('a', 0, 51)
  expect([stored?.total, await buffer(stored!.bytes)]).toEqual([0, Buffer.alloc(0)])
})

describe('the health check', () => {
  /** The requests of checks at these minutes, and whether each wrote something. */
  const probeAt = async (minutes: number[], respond: (name: string, isThere: boolean) => number) => {
    const requests: string[] = []
    let isThere = false
    const store = await getBucket((request, response) => {
      const name = `${request.method} ${request.headers['if-none-match'] ?? ''}`.trim()
      const status = respond(name, isThere)
      isThere ||= request.method === 'PUT' && status === 200
      requests.push(name)
      response.writeHead(status).end()
    })
    const written: boolean[] = []
    for (const minute of minutes) {
      vi.spyOn(performance, 'now').mockReturnValue(minute * 60_000)
      written.push(await store.probe().finally(() => vi.mocked(performance.now).mockRestore()))
    }
    return { requests, written }
  }

  it('writes its file once where the server knows conditions', async () => {
    const respond = (name: string, isThere: boolean) => (name === 'PUT *' && isThere ? 412 : 200)
    expect(await probeAt([0, 1, 11, 12, 30], respond)).toEqual({
      requests: ['PUT *', 'HEAD', 'PUT *', 'PUT *', 'PUT *'],
      written: [true, false, false, false, false],
    })
  })

  it.each([
    ['ignores conditions', 200, []],
    ['refuses conditions', 501, ['PUT']],
  ])('writes it every ten minutes where the server %s', async (_what, status, again) => {
    const { requests, written } = await probeAt([0, 1, 9, 11, 12], (name) =>
      name === 'PUT *' ? status : 200,
    )
    const distinct = requests.filter((name, index) => name !== requests[index - 1])
    expect(distinct).toEqual(['PUT *', ...again, 'HEAD', 'PUT *', ...again, 'HEAD'])
    expect(written).toEqual([true, false, false, true, false])
  })

  it('writes it again where it was removed, and fails where the server refuses', async () => {
    const removed = (name: string) => (name === 'HEAD' ? 404 : 200)
    expect((await probeAt([0, 1], removed)).requests).toEqual(['PUT *', 'HEAD', 'PUT *'])
    await expect(probeAt([0], () => 403)).rejects.toThrow()
  })
})

describe('storing an object', () => {
  const putTo = async (statuses: Record<string, number[]>) => {
    const requests: string[] = []
    const store = await getBucket((request, response) => {
      const isCopy = 'x-amz-copy-source' in request.headers
      const name = isCopy ? 'COPY' : request.method!
      requests.push(`${name} ${request.headers['if-none-match'] ?? ''}`.trim())
      const status = statuses[name]?.shift() ?? 200
      response.writeHead(status).end(isCopy ? '<CopyObjectResult><ETag>"1"</ETag></CopyObjectResult>' : '')
    })
    return { isNew: await store.put('a', await localFile()), requests }
  }

  it('does not send it where there is one, which becomes as new', async () => {
    expect(await putTo({})).toEqual({ isNew: false, requests: ['HEAD', 'COPY'] })
  })

  it('stores it on the condition that there is none', async () => {
    expect(await putTo({ HEAD: [404] })).toEqual({ isNew: true, requests: ['HEAD', 'PUT *'] })
  })

  it('leaves the one that another stored meanwhile', async () => {
    const { isNew, requests } = await putTo({ HEAD: [404], PUT: [412] })
    expect([isNew, requests]).toEqual([false, ['HEAD', 'PUT *', 'COPY']])
  })

  it('stores it without the condition where the server knows none', async () => {
    const { isNew, requests } = await putTo({ HEAD: [404], PUT: [501] })
    expect(isNew).toBe(true)
    expect([requests[0], requests[1], requests.at(-1)]).toEqual(['HEAD', 'PUT *', 'PUT'])
  })

  it('fails where the server does', async () => {
    await expect(putTo({ HEAD: [404], PUT: [403] })).rejects.toThrow()
  })
})
