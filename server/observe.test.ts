import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { log } from '#lib/core/log'
import { describeCaller, runWithRequestId } from '#lib/core/request'
import { registry } from '#lib/core/runtime/metrics'
import { nameRoute, observe, PAGES } from './observe.ts'

const TOKEN = 'tok_6f1e2d3c4b5a69788796a5b4c3d2e1f0'

describe('the route of a page', () => {
  /** The first parts of the paths of all pages and other routes; folders in round brackets are not part of a path. */
  const listFirstParts = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => (name.startsWith('(') ? listFirstParts(`${folder}/${name}`) : [name]))

  it('is known for all of them', () => {
    const files = ['fonts', 'texts', 'offline-texts.js']
    const expected = listFirstParts('app').filter((name) => !files.includes(name))
    expect([...PAGES].sort()).toEqual([...new Set(expected)].sort())
  })

  it.each([
    ['/', '/'],
    ['/?x=1', '/'],
    [`/sign/${TOKEN}`, '/sign'],
    ['/documents/12?page=2', '/documents'],
    [`/${TOKEN}`, 'files'],
    ['/_next/static/a.js', 'files'],
    ['/wp-login.php', 'files'],
    [`/api/v1/unknown/${TOKEN}`, '/api/v1/…'],
  ])('of %s is %s', (path, route) => expect(nameRoute(path)).toBe(route))
})

describe('a request', async () => {
  let isShed = false
  const server = createServer((request, response) => {
    const description = { route: '/api/v1/signing/{token}', isShed }
    observe(request, response, description, 'req_1')
    runWithRequestId(
      'req_1',
      () => {
        describeCaller({ tenantId: 7, actor: { type: 'system', job: 'test' } })
        response.writeHead(204).end()
      },
      { description },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())

  const ask = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method })
  afterEach(() => vi.restoreAllMocks())

  it('is one line in the log and one in the metrics, without its path', async () => {
    const line = vi.spyOn(log(), 'info')
    await ask(`/api/v1/signing/${TOKEN}?code=123456`)
    await expect.poll(() => line.mock.calls).toHaveLength(1)
    expect(line.mock.calls[0]).toEqual([
      {
        request_id: 'req_1',
        method: 'GET',
        route: '/api/v1/signing/{token}',
        status: 204,
        milliseconds: expect.any(Number),
        caller: 'system',
        tenant: 7,
      },
      'request',
    ])
    const text = await registry.metrics()
    expect(text).toContain('route="/api/v1/signing/{token}",method="GET",status="204",caller="system"} 1')
    expect(text).not.toContain(TOKEN)
  })

  it('has a duration by caller, unless it was refused for overload', async () => {
    const line = vi.spyOn(log(), 'info')
    for (isShed of [true, false]) await ask('/', 'POST')
    await expect.poll(() => line.mock.calls).toHaveLength(1)
    const labels = 'route="/api/v1/signing/{token}",method="POST",caller="system"'
    expect(await registry.metrics()).toContain(`paraph_http_request_duration_seconds_count{${labels}} 1`)
  })

  it('is neither logged nor counted when it is a health check', async () => {
    const line = vi.spyOn(log(), 'info')
    const countAll = async () => (await registry.getSingleMetric('paraph_http_requests_total')!.get()).values
    const before = await countAll()
    for (const name of ['live', 'ready', 'live?x=1']) await ask(`/api/v1/health/${name}`)
    expect(await countAll()).toEqual(before)
    await ask('/api/v1/health/other')
    await expect.poll(() => line.mock.calls).toHaveLength(1)
  })
})
