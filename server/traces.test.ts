import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { write } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { describeRequest, runWithRequestId } from '#lib/core/request'
import { forgetFaults } from '#lib/core/runtime/faults'
import { readTraces } from '#lib/core/runtime/trace-variables'
import { getTracer, inSpan, setTracer } from '#lib/core/runtime/tracing'
import { defineJob } from '#lib/jobs/define'
import { enqueue } from '#lib/jobs/enqueue'
import { startWorker, type Worker } from '#lib/jobs/worker'
import { inThread } from '#lib/workers/pdf-pool'
import { beginRequest } from './requests.ts'
import { makeTracer } from './traces.ts'

const TOKEN = 'tok_6f1e2d3c4b5a69788796a5b4c3d2e1f0'
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`

interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  links: { traceId: string }[]
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
}
interface Export {
  resourceSpans: { resource: object; scopeSpans: { spans: ReceivedSpan[] }[] }[]
}

/** A collector that takes OTLP, or refuses it. */
const collector = { status: 200, exports: [] as Export[], headers: {} as object, paths: new Set<string>() }
const collectorServer = createServer(async (request, response) => {
  const body = (await json(request)) as Export
  collector.paths.add(request.url!)
  collector.headers = request.headers
  if (collector.status === 200) collector.exports.push(body)
  response.writeHead(collector.status).end('{}')
})
/** What is done in a request of the service. */
let handle = async (): Promise<unknown> => undefined
const service = createServer((request, response) => {
  const details = beginRequest(service, request, response, 'req_1')
  void runWithRequestId(
    'req_1',
    async () => {
      describeRequest({ route: '/api/v1/signing/{token}' })
      await handle()
      response.end()
    },
    details,
  )
})
const listen = async (server: typeof service) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
let collectorUrl: string
let serviceUrl: string
let worker: Worker
const jobData: object[] = []

beforeAll(async () => {
  collectorUrl = await listen(collectorServer)
  serviceUrl = await listen(service)
  // The first task waits for the libraries of its thread.
  await inThread.outlineTyped('Ada', 'job')
  worker = await startWorker({
    'trace.check': defineJob<object>({
      handle: async (data) => {
        jobData.push(data)
        await inThread.outlineTyped('Ada', 'job')
      },
    }),
  })
}, 120_000)
afterAll(async () => {
  await worker.stop(1000)
  service.close()
  collectorServer.close()
})
afterEach(() => {
  setTracer(undefined)
  env().trustedProxies = []
  handle = async () => undefined
  Object.assign(collector, { status: 200, exports: [] })
  vi.restoreAllMocks()
})

const switchOn = (variables: Record<string, string> = {}) => {
  const traces = readTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl, ...variables })
  setTracer(makeTracer(traces!, 'web'))
}
const ask = (headers: Record<string, string> = {}) =>
  fetch(`${serviceUrl}/api/v1/signing/${TOKEN}?code=123456`, { headers })
const listSpans = () =>
  collector.exports.flatMap(({ resourceSpans }) => resourceSpans[0]!.scopeSpans[0]!.spans)
const untilSent = async (count: number) => {
  await expect
    .poll(
      async () => {
        await getTracer()?.flush()
        return listSpans().length
      },
      { timeout: 15_000 },
    )
    .toBe(count)
  return listSpans()
}

describe('with traces', () => {
  it('a request, its job and the task of that are spans of one trace, without what is secret', async () => {
    switchOn({
      OTEL_SERVICE_NAME: 'signing',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test%20one',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=seven',
    })
    const line = vi.spyOn(log(), 'info')
    handle = () =>
      write({ tenantId: 0 }, (tx) => enqueue(tx, 'trace.check', { tenantId: 0, email: 'ada@example.com' }))
    await ask()
    const spans = await untilSent(3)
    const find = (name: string) => spans.find((span) => span.name === name)!
    const [request, job, task] = [
      find('GET /api/v1/signing/{token}'),
      find('trace.check'),
      find('outlineTyped'),
    ]
    const { traceId } = request
    expect(spans.map((span) => span.traceId)).toEqual([traceId, traceId, traceId])
    expect(request).toMatchObject({ kind: 2, status: {}, links: [] })
    expect(request.parentSpanId).toBeUndefined()
    expect(job).toMatchObject({ kind: 5, parentSpanId: request.spanId })
    expect(task).toMatchObject({ kind: 1, parentSpanId: job.spanId })
    expect(jobData).toEqual([{ tenantId: 0, email: 'ada@example.com' }])
    expect(line.mock.calls.map(([entry]) => entry)).toContainEqual(
      expect.objectContaining({ request_id: 'req_1', trace_id: traceId }),
    )
    const sent = JSON.stringify(collector.exports)
    expect(sent).not.toMatch(/tok_|123456|ada@|127\.0\.0\.1/)
    expect(sent).toContain('{"key":"service.name","value":{"stringValue":"signing"}}')
    expect(sent).toContain('"test one"')
    expect([...collector.paths]).toEqual(['/v1/traces'])
    expect(collector.headers).toMatchObject({ 'x-team': 'seven' })
  })

  it('only a trusted proxy names the trace; what anyone else names is linked', async () => {
    switchOn()
    await ask({ traceparent: TRACEPARENT })
    const [own] = await untilSent(1)
    expect(own!.traceId).not.toBe(TRACE)
    expect(own!.links).toMatchObject([{ traceId: TRACE }])
    env().trustedProxies = ['127.0.0.0/8']
    await ask({ traceparent: TRACEPARENT })
    await ask({ traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` })
    const [, joined, invalid] = await untilSent(3)
    expect(joined).toMatchObject({ traceId: TRACE, parentSpanId: 'b7ad6b7169203331', links: [] })
    expect(invalid!.parentSpanId).toBeUndefined()
  })

  it('an error is the status of its span, by its class alone', async () => {
    switchOn()
    const failing = inSpan('task', {}, () => Promise.reject(new TypeError('of ada@example.com')))
    await expect(failing).rejects.toThrow('of ada@example.com')
    const [span] = await untilSent(1)
    expect(span!.status).toEqual({ code: 2 })
    expect(span!.attributes).toEqual([{ key: 'error.type', value: { stringValue: 'TypeError' } }])
  })

  it.each([
    ['always_off', '1', 0],
    ['traceidratio', '0', 0],
    ['parentbased_traceidratio', '1', 3],
    ['always_on', '0', 3],
  ])('the sampler %s with %s keeps %i of three', async (sampler, ratio, count) => {
    switchOn({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio })
    for (let index = 0; index < 3; index++) await ask()
    await untilSent(count)
  })

  it('a collector that fails delays no request, is one fault, and gets the spans when it answers', async () => {
    forgetFaults()
    const lines = (['error', 'warn'] as const).map((level) =>
      vi.spyOn(log(), level).mockImplementation(() => {}),
    )
    switchOn()
    collector.status = 503
    for (let index = 0; index < 3; index++) {
      expect((await ask()).status).toBe(200)
      await getTracer()!.flush()
    }
    collector.status = 200
    await untilSent(3)
    for (const line of lines)
      expect(line.mock.calls).toEqual([
        [expect.objectContaining({ fault: 'traces_not_sent' }), expect.any(String)],
      ])
  })

  it('health checks and files have no spans', async () => {
    switchOn()
    await fetch(`${serviceUrl}/api/v1/health/live`)
    await fetch(`${serviceUrl}/_next/static/a.js`, { headers: { traceparent: TRACEPARENT } })
    await ask()
    await untilSent(1)
  })
})

it('without them a job has no further data', async () => {
  jobData.length = 0
  handle = () => write({ tenantId: 0 }, (tx) => enqueue(tx, 'trace.check', { tenantId: 0 }))
  expect((await ask({ traceparent: TRACEPARENT })).status).toBe(200)
  await expect.poll(() => jobData, { timeout: 15_000 }).toEqual([{ tenantId: 0 }])
})

it.each([
  [{}, null],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:4318', OTEL_SDK_DISABLED: 'true' }, null],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:4318', OTEL_TRACES_EXPORTER: 'none' }, null],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:4318/' }, 'http://a:4318/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://a:4318/x' }, 'http://a:4318/x'],
])('%o sends spans to %s', (variables, url) => {
  expect(readTraces(variables as Record<string, string>)?.url ?? null).toBe(url)
})

it.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL'],
  [{ OTEL_TRACES_SAMPLER: 'xray' }, 'OTEL_TRACES_SAMPLER must be one of'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'x' }, 'OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs'],
])('%o is refused', (variables, message) => {
  expect(() => readTraces(variables as Record<string, string>)).toThrow(message)
})
