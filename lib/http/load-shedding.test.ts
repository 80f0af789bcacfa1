import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { RequestDescription } from '#lib/core/request'
import { registry } from '#lib/core/runtime/metrics'
import { admit, classify } from './load-shedding.ts'

describe('the class of a request', () => {
  const listPages = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => (name.startsWith('(') ? listPages(`${folder}/${name}`) : [`/${name}`]))

  it.each([
    ...listPages('app/(dashboard)'),
    '/api/v1/documents/7?page=2',
    '/api/v1/templates/7/links',
    '/mcp',
    '/scim/v2/Users',
    '/verify',
  ])('%s is shed first', (url) => expect(classify(url)).toBe('tenants'))

  it.each([
    ...['/sign/tok', '/embed/code', '/login?next=/documents', '/recovery/x', '/second-factor', '/again'],
    ...['/api/v1/signing/tok/sign', '/api/v1/template-links/tok/begin', '/api/v1/auth/login'],
    ...['/api/auth/session', '/documents.pdf', '/'],
  ])('%s comes before', (url) => expect(classify(url)).toBe('signing'))

  it.each(['/api/v1/health/live', '/api/v1/health/ready?x', '/_next/static/chunks/a.js'])(
    '%s is never refused',
    (url) => expect(classify(url)).toBeNull(),
  )
})

interface Sent {
  /** Null while it waits. */
  status: 'running' | number | null
  headers: Record<string, unknown>
  body: string
  /** Ends the work on the request. */
  end: () => void
  done: Promise<void>
}

/** Sends a request, which is of `tenantId` once its credential is looked up. */
function send(url: string, headers: Record<string, string> = {}, tenantId?: number): Sent {
  const ending = Promise.withResolvers<void>()
  const sent: Sent = { status: null, headers: {}, body: '', end: ending.resolve, done: Promise.resolve() }
  const request = { url, headers: { 'x-paraph-peer': '192.0.2.1', ...headers }, socket: { destroyed: false } }
  const response = {
    writeHead: (status: number, headers: object) => Object.assign(sent, { status, headers }),
    end: (body: string) => Object.assign(sent, { body }),
  }
  const description: RequestDescription = {}
  const work = async () => {
    sent.status = 'running'
    description.tenantId = tenantId
    await ending.promise
    sent.status = 200
  }
  sent.done = admit(
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    { id: 'req_1', description },
    work,
  )
  return sent
}

const DOCUMENTS = '/api/v1/documents'
const settle = () => new Promise((resolve) => setImmediate(resolve))
const count = (list: Sent[], status: Sent['status']) => list.filter((sent) => sent.status === status).length

/** Sends requests of tenant 1, with two keys. */
async function flood(length: number): Promise<Sent[]> {
  const list = Array.from({ length }, (_, index) =>
    send(DOCUMENTS, { authorization: `Bearer one ${index % 2}` }, 1),
  )
  await settle()
  return list
}

async function finish(list: Sent[]): Promise<void> {
  for (const { end } of list) end()
  await Promise.all(list.map(({ done }) => done))
}

describe('an overloaded process', async () => {
  const known = ['one 0', 'one 1', 'two'].map((key) =>
    send(DOCUMENTS, { authorization: `Bearer ${key}` }, key === 'two' ? 2 : 1),
  )
  await finish(known)

  it('works on a part of what one tenant sends, lets another part wait, and refuses the rest', async () => {
    const list = await flood(150)
    expect([count(list, 'running'), count(list, null), count(list, 503)]).toEqual([24, 100, 26])
    const { headers, body } = list.at(-1)!
    expect(headers).toMatchObject({ 'Retry-After': 5, 'Content-Type': 'application/json' })
    expect(JSON.parse(body)).toEqual({
      error: {
        code: 'unavailable',
        message: 'The service is overloaded. Try again in a few seconds.',
        details: [{ key: 'refusals.overloaded', values: {} }],
        request_id: 'req_1',
      },
    })
    const metrics = await registry.metrics()
    expect(metrics).toContain('paraph_shed_requests_total{class="tenants"} 26')
    expect(metrics).toContain('paraph_requests_in_progress{class="tenants",state="waiting"} 100')
    await finish(list)
    expect(count(list, 200)).toBe(124)
  })

  it('works on the requests of another tenant, of signers and of the sign-in page at once', async () => {
    const list = await flood(150)
    const others = [
      send(DOCUMENTS, { authorization: 'Bearer two' }, 2),
      send('/sign/tok'),
      send('/api/v1/signing/tok/sign'),
      send('/login'),
      send('/api/v1/health/live'),
    ]
    await settle()
    expect(count(others, 'running')).toBe(others.length)
    await finish([...list, ...others])
  })

  it('gives the next turn to the tenant that has used less', async () => {
    const addresses = Array.from({ length: 8 }, (_, index) =>
      send('/verify', { 'x-paraph-peer': `192.0.2.${index + 10}` }),
    )
    const list = await flood(100)
    addresses.push(send('/verify', { 'x-paraph-peer': '192.0.2.99' }))
    const late = send(DOCUMENTS, { authorization: 'Bearer two' }, 2)
    await settle()
    expect([count(list, 'running'), count(list, null), late.status]).toEqual([23, 77, null])
    list[0]!.end()
    await list[0]!.done
    await settle()
    expect(late.status).toBe('running')
    await finish([...addresses, ...list, late])
  })

  it('sends a page in the language of the browser, which loads it again', async () => {
    const headers = { cookie: 'not known yet', accept: 'text/html', 'accept-language': 'ar,en' }
    const list = Array.from({ length: 130 }, () => send('/documents', headers))
    await settle()
    const refused = list.find(({ status }) => status === 503)!
    expect(refused.headers).toMatchObject({ 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': 5 })
    expect(refused.body).toContain('<html lang="ar" dir="rtl">')
    expect(refused.body).toContain('<meta http-equiv="refresh" content="5">')
    await finish(list)
  })
})
