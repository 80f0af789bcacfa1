import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { webhooks } from '#db/schema/webhooks'
import { read, write } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import { moveClock } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { addDocument } from '#lib/testing/records/records'
import { ctxNow, deliver, dispatchToWebhooks, openReceiver } from '#lib/testing/servers/receiver'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { purgeLogs } from '#lib/webhooks/delivery/purge-logs'
import type { WebhookLogRecord, WebhookRecord } from '#lib/webhooks/schema'
import * as replayRoute from './[id]/logs/[log]/replay/route.ts'
import * as logsRoute from './[id]/logs/route.ts'
import * as rotateSecretRoute from './[id]/rotate-secret/route.ts'
import * as webhookRoute from './[id]/route.ts'
import * as testRoute from './[id]/test/route.ts'
import * as webhooksRoute from './route.ts'

type CreatedBody = { data: WebhookRecord & { secret: string } }
type Logs = { data: WebhookLogRecord[]; meta: Record<string, unknown> }

// A literal public address, so that no DNS lookup is needed.
const url = 'https://93.184.215.14/hook'
const input = { url, events: ['process.completed', 'document.deleted'] }
let tenant: TestTenant

beforeEach(async () => {
  tenant = await makeTenant()
})

const create = (body: object = input, caller: { token: string } = tenant) =>
  call<CreatedBody>(webhooksRoute.POST, { as: caller, body })
const patch = (id: number, body: object) =>
  call(webhookRoute.PATCH, { method: 'PATCH', as: tenant, params: { id }, body })
const foreignWebhook = async () => {
  const otherTenant = await makeTenant()
  return { id: (await create(input, otherTenant)).body.data.id, log: 1 }
}
const getLogs = (id: number, query = '', caller: { token: string } = tenant) =>
  call<Logs>(logsRoute.GET, { as: caller, params: { id }, path: `/api/v1/webhooks/${id}/logs${query}` })

itIsGuarded('/webhooks', webhooksRoute, { bodyByMethod: { POST: input } })
itIsGuarded('/webhooks/{id}', webhookRoute, {
  idsOfOtherTenant: foreignWebhook,
  bodyByMethod: { PATCH: { active: false } },
})
itIsGuarded('/webhooks/{id}/test', testRoute, { idsOfOtherTenant: foreignWebhook })
itIsGuarded('/webhooks/{id}/rotate-secret', rotateSecretRoute, { idsOfOtherTenant: foreignWebhook })
itIsGuarded('/webhooks/{id}/logs', logsRoute, { idsOfOtherTenant: foreignWebhook })
itIsGuarded('/webhooks/{id}/logs/{log}/replay', replayRoute, { idsOfOtherTenant: foreignWebhook })

describe('POST /webhooks', () => {
  it('201 with the secret, shown once and stored encrypted', async () => {
    const createResponse = await create({ ...input, description: ' Billing ' })
    expect(createResponse.status).toBe(201)
    const { secret, ...record } = createResponse.body.data
    expect(record).toEqual({
      id: expect.any(Number),
      url,
      events: ['process.completed', 'document.deleted'],
      active: true,
      description: 'Billing',
      test_mode: false,
      created_at: expect.any(String),
      last_success_at: null,
      last_failure_at: null,
      consecutive_failures: 0,
      disabled_reason: null,
      disabled_reason_detail: null,
    })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(createResponse.headers.get('location')).toMatch(new RegExp(`/api/v1/webhooks/${record.id}$`))
    const secondResponse = await call(webhookRoute.GET, { as: tenant, params: { id: record.id } })
    expect(secondResponse.body.data).toEqual(record)
    const rows = await read(tenant.ctx, (reader) => reader.select().from(webhooks))
    const bytes = Buffer.from(secret.slice(6), 'base64')
    expect(rows.map((row) => Buffer.from(row.secret).includes(bytes))).toEqual([false])
    const trail = await read(tenant.ctx, (reader) => reader.select().from(events))
    expect(trail.map((event) => event.type)).toContain('webhook.created')
    expect(JSON.stringify(trail)).not.toContain(secret.slice(6, 20))
  })

  it('201 for all events, for a disabled one, and for a key with the scope', async () => {
    const key = await tenant.addKey({ scopes: ['webhooks'] })
    const createResponse = await create({ url, events: ['document.deleted', '*'], active: false }, key)
    expect([createResponse.status, createResponse.body.data.events, createResponse.body.data.active]).toEqual(
      [201, ['*'], false],
    )
  })

  it('201 with http for a host that the installation allows', async () => {
    expect((await create({ url: 'http://127.0.0.1:9/x', events: ['*'] })).status).toBe(400)
    env().webhookAllowedHosts.push('127.0.0.1:9')
    expect((await create({ url: 'http://127.0.0.1:9/x', events: ['*'] })).status).toBe(201)
  })

  it.each([
    [{}, ['url', 'events']],
    [{ url, events: [] }, ['events']],
    [{ url, events: ['process.started'] }, ['events.0']],
    [{ url, events: 'all' }, ['events']],
    [{ url: 5, events: ['*'], active: 'yes', description: 7 }, ['url', 'description', 'active']],
    [{ url: '', events: ['*'] }, ['url']],
    [{ url: 'hooks.example.com', events: ['*'] }, ['url']],
    [{ url: 'http://93.184.215.14/', events: ['*'] }, ['url']],
    [{ url: 'https://ada:x@93.184.215.14/', events: ['*'] }, ['url']],
    [{ url: 'https://93.184.215.14:22/', events: ['*'] }, ['url']],
    [{ url: 'https://127.0.0.1/', events: ['*'] }, ['url']],
    [{ url: 'https://2130706433/', events: ['*'] }, ['url']],
    [{ url: 'https://[::ffff:127.0.0.1]/', events: ['*'] }, ['url']],
    [{ url: 'https://169.254.169.254/latest', events: ['*'] }, ['url']],
    [{ url: `https://93.184.215.14/${'x'.repeat(2048)}`, events: ['*'] }, ['url']],
    [{ ...input, description: 'x'.repeat(501) }, ['description']],
  ])('400 for %j', async (body, fields) => {
    const errorResponse = await call(webhooksRoute.POST, { as: tenant, body })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([400, 'validation_error'])
    expect(Object.keys(errorResponse.body.error.errors)).toEqual(fields)
  })

  it('403 for the role user', async () => {
    const user = await tenant.addMember('user')
    expect((await call(webhooksRoute.POST, { as: user, body: input })).body.error.code).toBe('forbidden')
    expect((await call(webhooksRoute.GET, { as: user })).status).toBe(403)
  })

  it('409 for the eleventh webhook of a tenant, also with concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => create()))
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409])
    const errorResponse = await call(webhooksRoute.POST, { as: tenant, body: input })
    expect(errorResponse.body.error).toMatchObject({ code: 'invalid_state', current_status: 'full' })
    expect((await create(input, await makeTenant())).status).toBe(201)
    const first = responses.find(({ status }) => status === 201)!.body.data.id
    await call(webhookRoute.DELETE, { method: 'DELETE', as: tenant, params: { id: first } })
    expect((await create()).status).toBe(201)
  })
})

describe('GET /webhooks', () => {
  it('200 newest first, a page at a time, without secrets', async () => {
    for (const name of ['a', 'b', 'c']) await create({ ...input, description: name })
    const listResponse = await call<{ data: WebhookRecord[]; meta: object }>(webhooksRoute.GET, {
      as: tenant,
      path: '/api/v1/webhooks?per_page=2',
    })
    expect(listResponse.body.data.map((webhook) => webhook.description)).toEqual(['c', 'b'])
    expect(listResponse.body.meta).toMatchObject({ total: 3, last_page: 2, per_page: 2 })
    expect(JSON.stringify(listResponse.body)).not.toContain('whsec_')
    const oldest = await call<{ data: WebhookRecord[] }>(webhooksRoute.GET, {
      as: tenant,
      path: '/api/v1/webhooks?sort=created_at',
    })
    expect(oldest.body.data[0]!.description).toBe('a')
  })

  it('200 with a subscription that only a newer version knows', async () => {
    const { id } = (await create()).body.data
    const chosen = ['process.completed', 'process.of_a_newer_version']
    await write(tenant, (tx) => tx.update(webhooks).set({ events: chosen }).where(eq(webhooks.id, id)))
    const { body } = await call<{ data: WebhookRecord[] }>(webhooksRoute.GET, { as: tenant })
    expect(body.data.map(({ events }) => events)).toEqual([chosen])
  })

  it('400 for an unknown sort', async () => {
    const errorResponse = await call(webhooksRoute.GET, { as: tenant, path: '/api/v1/webhooks?sort=url' })
    expect(Object.keys(errorResponse.body.error.errors)).toEqual(['sort'])
  })
})

describe('PATCH /webhooks/{id}', () => {
  it('200 changes only the given members', async () => {
    const { secret: _, ...made } = (await create()).body.data
    const updateResponse = await patch(made.id, { events: ['*'], description: 'All', id: 9 })
    expect([updateResponse.status, updateResponse.body.data]).toEqual([
      200,
      { ...made, events: ['*'], description: 'All' },
    ])
    expect((await patch(made.id, {})).body.data).toEqual(updateResponse.body.data)
    expect((await patch(made.id, { description: null })).body.data.description).toBeNull()
    expect((await patch(made.id, { active: false })).body.data.active).toBe(false)
    expect((await patch(made.id, { url: `${url}/2` })).body.data).toMatchObject({
      url: `${url}/2`,
      active: false,
    })
  })

  it('200 recording what differs only; without a difference nothing', async () => {
    const { secret: _, ...made } = (await create({ ...input, description: 'CRM' })).body.data
    expect((await patch(made.id, made)).body.data).toEqual(made)
    await patch(made.id, { ...made, active: false })
    const trail = await read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { webhook: made.id }))
    expect(trail.map(({ type, data }) => [type, data.changed])).toEqual([
      ['webhook.created', undefined],
      ['webhook.updated', ['active']],
    ])
  })

  it('200 for the record as it is, also where its address is no longer allowed', async () => {
    env().webhookAllowedHosts.push('127.0.0.1:9009')
    const { secret: _, ...made } = (await create({ ...input, url: 'http://127.0.0.1:9009/x' })).body.data
    env().webhookAllowedHosts.pop()
    const changed = await patch(made.id, { ...made, description: 'CRM' })
    expect([changed.status, changed.body.data]).toEqual([200, { ...made, description: 'CRM' }])
    expect((await patch(made.id, { url: 'http://127.0.0.1:9009/y' })).status).toBe(400)
  })

  it('400 for a forbidden address', async () => {
    const { id } = (await create()).body.data
    const errorResponse = await patch(id, { url: 'https://10.0.0.1/' })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, ['url']])
    expect((await patch(id, { events: ['nothing'] })).status).toBe(400)
    expect((await call(webhookRoute.GET, { as: tenant, params: { id } })).body.data.url).toBe(url)
  })
})

describe('DELETE /webhooks/{id}', () => {
  it('204 deletes it with its log, then 404', async () => {
    const { id } = (await create()).body.data
    await call(testRoute.POST, { as: tenant, params: { id }, method: 'POST' })
    const options = { method: 'DELETE' as const, as: tenant, params: { id } }
    const deleteResponse = await call(webhookRoute.DELETE, options)
    expect([deleteResponse.status, deleteResponse.bytes.length]).toEqual([204, 0])
    expect((await call(webhookRoute.DELETE, options)).status).toBe(404)
    expect((await getLogs(id)).status).toBe(404)
  })
})

describe('POST /webhooks/{id}/rotate-secret', () => {
  it('200 with another secret, shown once', async () => {
    const { id, secret } = (await create()).body.data
    const rotated = await call<CreatedBody>(rotateSecretRoute.POST, {
      method: 'POST',
      as: tenant,
      params: { id },
    })
    expect(rotated.status).toBe(200)
    expect(rotated.body.data.secret).toMatch(/^whsec_/)
    expect(rotated.body.data.secret).not.toBe(secret)
  })
})

describe('the log', () => {
  it('200 with a test from pending to finished, its request and response', async () => {
    const receiver = await openReceiver()
    receiver.respondWith((response) => response.writeHead(418).end('I am a teapot'))
    const { id } = (await create({ ...input, url: receiver.url })).body.data
    const sendResponse = await call<{ data: WebhookLogRecord }>(testRoute.POST, {
      method: 'POST',
      as: tenant,
      params: { id },
    })
    expect([sendResponse.status, sendResponse.body.data.status]).toEqual([200, 'pending'])
    await deliver(tenant, id)
    const { body } = await getLogs(id)
    expect(body.data).toEqual([
      {
        ...sendResponse.body.data,
        status: 'failed',
        response_status: 418,
        response_body: 'I am a teapot',
        duration_ms: expect.any(Number),
        error: 'Responded with 418.',
        error_detail: { key: 'failures.respondedWithStatus', values: { status: '418' } },
        created_at: expect.any(String),
      },
    ])
    expect(JSON.parse(body.data[0]!.request_body)).toEqual(receiver.received[0]!.payload)
    await receiver.close()
  })

  it('200 in pages and filtered; deliveries can be replayed and are deleted after 30 days', async () => {
    const receiver = await openReceiver()
    const { id } = (await create({ url: receiver.url, events: ['*'] })).body.data
    const now = ctxNow(tenant.ctx)
    for (const name of ['a', 'b', 'c']) await addDocument({ ctx: now }, { name })
    await dispatchToWebhooks(tenant)
    receiver.respondWith(204, 204, 500)
    await deliver(tenant, id)
    // With a key, because a session expires before the log does.
    const key = await tenant.addKey()
    const ids = async (query: string) => (await getLogs(id, query, key)).body.data.map((log) => log.id)
    const [retry, failed, second, first] = await ids('')
    expect((await getLogs(id, '?per_page=3')).body.meta).toMatchObject({ total: 4, last_page: 2 })
    expect(await ids('?per_page=3&page=2')).toEqual([first])
    expect(await ids('?status=pending')).toEqual([retry])
    expect(await ids('?status=failed')).toEqual([failed])
    expect(await ids('?status=success')).toEqual([second, first])
    expect(await ids('?event=document.deleted')).toEqual([])
    const [{ event_id: eventId }] = (await getLogs(id, '?status=failed')).body.data as [WebhookLogRecord]
    expect(await ids(`?event=document.uploaded&event_id=${eventId}`)).toEqual([retry, failed])
    const day = now.now.toISOString().slice(0, 10)
    expect(await ids(`?date_from=${day}`)).toHaveLength(4)
    expect(await ids('?date_to=2020-01-01')).toEqual([])

    const replayFirst = () =>
      call<{ data: WebhookLogRecord }>(replayRoute.POST, {
        method: 'POST',
        as: key,
        params: { id, log: first! },
      })
    const replayed = await replayFirst()
    expect([replayed.status, replayed.body.data.attempt, replayed.body.data.status]).toEqual([
      200,
      2,
      'pending',
    ])
    await deliver(tenant, id)
    expect(receiver.received.at(-1)!.headers['webhook-id']).toBe(receiver.received[0]!.headers['webhook-id'])

    moveClock(30 * 86_400_000 + 60_000)
    await purgeLogs(ctxNow(tenant.ctx).now)
    expect(await ids('')).toEqual([retry])
    expect((await replayFirst()).status).toBe(404)
    moveClock(-30 * 86_400_000 - 60_000)
    await receiver.close()
  })

  it('400 for invalid filters', async () => {
    const { id } = (await create()).body.data
    const errorResponse = await call(logsRoute.GET, {
      as: tenant,
      params: { id },
      path: '/x?status=lost&event=process.started&event_id=x&date_from=yesterday&per_page=many',
    })
    expect(Object.keys(errorResponse.body.error.errors).sort()).toEqual([
      'date_from',
      'event',
      'event_id',
      'per_page',
      'status',
    ])
  })

  it('404 for a delivery of another webhook', async () => {
    const [ownId, other] = [(await create()).body.data.id, (await create()).body.data.id]
    const sendResponse = await call<{ data: WebhookLogRecord }>(testRoute.POST, {
      method: 'POST',
      as: tenant,
      params: { id: ownId },
    })
    const params = { id: other, log: sendResponse.body.data.id }
    expect((await call(replayRoute.POST, { method: 'POST', as: tenant, params })).status).toBe(404)
    expect(
      (await call(replayRoute.POST, { method: 'POST', as: tenant, params: { id: ownId, log: 'x' } })).status,
    ).toBe(404)
  })
})
