import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { counter, registry } from '#lib/core/runtime/metrics'
import { nameMetrics, serveMetrics } from './metrics.ts'

const TOKEN = 'a-token-of-this-test'

describe('/metrics', async () => {
  counter({ name: 'test_served_total', help: 'Counts.' }).inc()
  nameMetrics('web', 'b1')
  const ofWeb = await registry.getMetricsAsJSON()
  // As another process sends them.
  const changed = (from: string, to: string): typeof ofWeb =>
    JSON.parse(JSON.stringify(ofWeb).replaceAll(from, to))
  const server = await serveMetrics({ host: '127.0.0.1', port: 0, token: TOKEN }, async () => [
    ofWeb,
    changed('"web"', '"worker"'),
    changed('"b1"', '"b2"'),
  ])
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => server.close())
  const get = (path: string, token?: string) =>
    fetch(url + path, { headers: token ? { authorization: `Bearer ${token}` } : {} })

  it('has the metrics of each process and build apart', async () => {
    const response = await get('/metrics', TOKEN)
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    const text = await response.text()
    expect(text).toContain('paraph_test_served_total{process="web",build="b1"} 1')
    expect(text).toContain('paraph_test_served_total{process="worker",build="b1"} 1')
    expect(text).toMatch(/^paraph_disk_bytes\{state="free",process="web",build="b1"\} \d+/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds\{process="web",build="b1"\}/m)
    // While a switch replaces a process by another one of the same name.
    expect(text).toContain('paraph_test_served_total{process="web",build="b2"} 1')
  })

  it('says which port is taken', async () => {
    const { port } = server.address() as AddressInfo
    const second = serveMetrics({ host: '127.0.0.1', port, token: null }, async () => [])
    await expect(second).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken: set METRICS_PORT.`)
  })

  it('is refused without the token, and nothing else is served', async () => {
    expect((await get('/metrics')).status).toBe(401)
    expect((await get('/metrics', `${TOKEN}x`)).status).toBe(401)
    for (const path of ['/', '//', '/metrics/x', '/%']) expect((await get(path, TOKEN)).status).toBe(404)
  })
})
