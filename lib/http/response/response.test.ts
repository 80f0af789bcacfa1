import { Readable } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { type FileResult, file } from './response.ts'

let opened: Readable[]
beforeEach(() => {
  opened = []
})

/** An endless stream of bytes. */
function endless(members: Partial<FileResult> = {}): FileResult {
  const body = () => {
    const stream = new Readable({
      read() {
        this.push(Buffer.alloc(1024))
      },
    })
    opened.push(stream)
    return stream
  }
  return { body, contentType: 'application/zip', filename: 'all.zip', ...members }
}

async function ask(
  result: FileResult,
  method: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return file().respond(result, new Request('http://localhost/api/v1/x', { method, headers }))
}

describe('a file whose response has only headers', () => {
  it('is not opened for HEAD', async () => {
    const { status, body, headers } = await ask(endless(), 'HEAD')
    expect([status, body, headers.get('content-type')]).toEqual([200, null, 'application/zip'])
    expect(opened).toEqual([])
  })

  it('is not opened for a 304', async () => {
    const response = await ask(endless({ etag: 'e' }), 'GET', { 'if-none-match': '"e"' })
    expect([response.status, response.body, opened]).toEqual([304, null, []])
  })

  it('is not opened for a 416', async () => {
    const response = ask(endless({ size: 10 }), 'GET', { range: 'bytes=10-' })
    await expect(response).rejects.toMatchObject({
      code: 'range_not_satisfiable',
      details: { content_range: 'bytes */10' },
    })
    expect(opened).toEqual([])
  })
})

describe('a file that is sent', () => {
  it('is stored by no browser or proxy, unless it may be shown again', async () => {
    const getHeaders = async (members: Partial<FileResult>) =>
      (await ask(endless(members), 'HEAD')).headers.get('cache-control')
    expect(await getHeaders({ etag: 'e', size: 10 })).toBe('private, no-store')
    expect(await getHeaders({ maxAgeSeconds: 60 })).toBe('private, max-age=60')
  })

  it('is opened once, and closed when the client has gone', async () => {
    const reader = (await ask(endless(), 'GET')).body!.getReader()
    expect((await reader.read()).value!.length).toBeGreaterThan(0)
    await reader.cancel()
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true])
  })

  it.each([
    ['bytes=5-2', 'GET'],
    ['bytes=-', 'GET'],
    ['bytes=0-1,3-4', 'GET'],
    ['lines=0-1', 'GET'],
    ['bytes=0-1', 'HEAD'],
  ])(
    'is sent whole for %s by %s, which RFC 9110 does not define as a single range',
    async (range, method) => {
      const response = await ask(endless({ size: 10 }), method, { range })
      expect([response.status, response.headers.get('content-range')]).toEqual([200, null])
      await response.body?.cancel()
    },
  )

  it('ignores ranges where its length is unknown', async () => {
    const response = await ask(endless(), 'GET', { range: 'bytes=0-9' })
    expect([response.status, response.headers.get('accept-ranges')]).toEqual([200, null])
    expect(opened).toHaveLength(1)
    opened[0]!.destroy()
  })
})

it.each([
  ['عقد.pdf', 'file.pdf'],
  ['😀 смайл.pdf', 'file.pdf'],
  ['契約', 'file'],
  ['.pdf', 'file.pdf'],
  ['Été 2026.pdf', 'Ete 2026.pdf'],
])('a file called %s has the ASCII name %s, and is never hidden', async (filename, plain) => {
  const { headers } = await ask(endless({ filename }), 'HEAD')
  const disposition = headers.get('content-disposition')
  expect(disposition).toBe(
    `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(filename)}`,
  )
})
