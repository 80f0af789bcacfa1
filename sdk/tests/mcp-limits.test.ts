import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DELETE, GET, HEAD, OPTIONS, PATCH, PUT } from '../../app/mcp/route.ts'
import { env } from '../../lib/core/env.ts'
import { describeRequest, type RequestDescription, runWithRequestId } from '../../lib/core/request.ts'
import { mcpEndpoint } from '../../lib/http/mcp.ts'
import { makeTenant } from '../../lib/testing/users/tenant.ts'

const MEGABYTE = 1024 * 1024
const uri = 'paraph://signature-processes/7/signed'
const readFile = { jsonrpc: '2.0', id: 7, method: 'resources/read', params: { uri } }
const listProcesses = {
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'list_processes', arguments: {} },
}
const originalLimits = { ...env().rateLimits }

let token: string
beforeAll(async () => {
  token = (await (await makeTenant()).addKey()).token
})
afterEach(() => void Object.assign(env().rateLimits, originalLimits))

function makeRequest(body: unknown, init: RequestInit = {}): Request {
  const text = JSON.stringify(body)
  return new Request(`${env().appUrl}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': String(text.length),
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: text,
    ...init,
  })
}

/** A service that does not answer. */
const hang = () => new Promise<Response>(() => {})
const sendPdf = (megabytes: number) => async () =>
  new Response(Buffer.alloc(megabytes * MEGABYTE, '%PDF-'), {
    headers: { 'content-type': 'application/pdf' },
  })

describe('a call at /mcp', () => {
  it('is one message: a batch, also with a cancellation, is refused', async () => {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }
    const response = await mcpEndpoint(hang)(makeRequest([listProcesses, cancelled]))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ id: null, error: { code: -32600 } })
  })

  it('ends after a time, and names the call', async () => {
    const response = await mcpEndpoint(hang, 50)(makeRequest(listProcesses))
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10'])
    expect(await response.json()).toMatchObject({ id: 7, error: { data: { code: 'unavailable' } } })
  })

  it('ends when its client has left', async () => {
    const client = new AbortController()
    const dispatch = () => {
      client.abort()
      return hang()
    }
    const { status } = await mcpEndpoint(dispatch)(makeRequest(listProcesses, { signal: client.signal }))
    expect(status).toBe(503)
  })

  it('counts against the limit of its key', async () => {
    Object.assign(env().rateLimits, { principal: 1 })
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const statuses = []
    for (let count = 0; count < 2; count++) statuses.push((await mcpEndpoint(hang)(makeRequest(list))).status)
    expect(statuses).toEqual([200, 429])
  })

  it('is described as /mcp, whatever its tool asks of the API', async () => {
    const description: RequestDescription = {}
    const dispatch = async () => {
      describeRequest({ route: '/api/v1/signature-processes' })
      return Response.json({ data: [], links: { next: null }, meta: { current_page: 1 } })
    }
    const send = () => mcpEndpoint(dispatch)(makeRequest(listProcesses))
    expect((await runWithRequestId('req_1', send, { description })).status).toBe(200)
    expect(description).toMatchObject({ route: '/mcp', caller: 'api_key' })
  })

  it.each(Object.entries({ GET, HEAD, PUT, PATCH, DELETE, OPTIONS }))(
    'by %s is refused',
    async (method, handle) => {
      const response = await handle(new Request(`${env().appUrl}/mcp`, { method }))
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    },
  )
})

describe('the resource with a signed file', () => {
  it('is read up to 8 MB; of a larger file it names the address', async () => {
    const small = await (await mcpEndpoint(sendPdf(8))(makeRequest(readFile))).json()
    expect(small.result.contents[0].blob).toHaveLength(Math.ceil((8 * MEGABYTE) / 3) * 4)
    const { error } = await (await mcpEndpoint(sendPdf(9))(makeRequest(readFile))).json()
    expect(error.message).toContain('larger than 8 MB')
    expect(error.message).toContain(`${env().appUrl}/api/v1/signature-processes/7/download-signed-pdf`)
  })

  it('is read a few times at once only', async () => {
    let [running, most] = [0, 0]
    const dispatch = async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 20))
      running--
      return sendPdf(1)()
    }
    const responses = Array.from({ length: 12 }, () => mcpEndpoint(dispatch)(makeRequest(readFile)))
    expect((await Promise.all(responses)).every(({ ok }) => ok)).toBe(true)
    expect(most).toBeLessThanOrEqual(4)
  })

  it('is refused when many are waiting, with an error that speaks of calls', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const dispatch = () => promise.then(sendPdf(1))
    const refused: unknown[] = []
    // 4 run and 40 wait.
    const calls = Array.from({ length: 45 }, async () => {
      const response = await mcpEndpoint(dispatch)(makeRequest(readFile))
      if (response.ok) return
      refused.push([
        response.status,
        response.headers.get('retry-after'),
        (await response.json()).error.message,
      ])
      resolve()
    })
    await Promise.all(calls)
    expect(refused).toEqual([[503, '10', 'Too many large calls are being handled. Try again shortly.']])
  })

  it('is named without reading the file', async () => {
    const asked: (string | null)[] = []
    const dispatch = async ({ url, headers }: Request) => {
      if (!url.includes('download')) return Response.json({ data: { name: 'Lease' } })
      asked.push(headers.get('if-none-match'))
      return new Response(null, { status: 304, headers: { 'content-type': 'application/zip' } })
    }
    const params = { name: 'download_signed', arguments: { id: 7 } }
    const response = await mcpEndpoint(dispatch)(makeRequest({ ...listProcesses, params }))
    const { result } = await response.json()
    expect(result.structuredContent).toEqual({ uri, name: 'Lease.zip', mime_type: 'application/zip' })
    expect(asked).toEqual(['*'])
  })
})
