import { parse } from 'csv-parse/sync'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { read, write } from '#db/tenancy/tenant'
import type { EventType } from '#lib/audit/events'
import { exportAuditEvents } from '#lib/audit/list/export-events'
import { flushReads } from '#lib/audit/reads'
import { record } from '#lib/audit/record'
import { addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { signIn } from '#lib/identity/sessions/sign-in'
import { UpdateProcess } from '#lib/processes/input'
import { updateProcess } from '#lib/processes/update'
import { addDraft } from '#lib/testing/records/records'
import { addWebhook, deliver, dispatchToWebhooks, openReceiver } from '#lib/testing/servers/receiver'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { configureWebhook } from '#lib/webhooks/configure'
import type { WebhookPatch } from '#lib/webhooks/schema'
import { updateWebhook } from '#lib/webhooks/update'
import * as replayRoute from '../webhooks/[id]/logs/[log]/replay/route.ts'
import * as logsRoute from '../webhooks/[id]/logs/route.ts'
import * as rotateRoute from '../webhooks/[id]/rotate-secret/route.ts'
import * as webhookRoute from '../webhooks/[id]/route.ts'
import * as testRoute from '../webhooks/[id]/test/route.ts'
import * as webhooksRoute from '../webhooks/route.ts'
import * as auditRoute from './route.ts'

interface Listed {
  data: { id: number; type: string; occurred_at: string; record: object; actor: { type: string } }[]
  links: { next: string | null }
  meta: { per_page: number; next_cursor: string | null }
}

let tenant: TestTenant
let otherTenant: TestTenant
const start = new Date('2026-03-01T10:00:00Z')

/** Adds an event each minute, with another one in the same minute. */
async function addEvents({ ctx }: TestTenant): Promise<void> {
  for (let index = 0; index < 4; index++) {
    const at = { ...ctx, now: addSeconds(start, index * 60) }
    await write(at, async (tx) => {
      const type = index % 2 === 0 ? 'folder.created' : 'template.created'
      await record(tx, at, { type, subject: { folder: 100 + index }, data: { name: `=1+${index}` } })
      await record(tx, at, { type: 'webhook.created', subject: { webhook: 200 + index } })
    })
  }
}

beforeAll(async () => {
  ;[tenant, otherTenant] = [await makeTenant(), await makeTenant()]
  await addEvents(tenant)
  await addEvents(otherTenant)
})

const list = async (query: string, as: { token: string } = tenant) =>
  (await call<Listed>(auditRoute.GET, { path: `/api/v1/audit-events?${query}`, as })).body
const spring = 'date_from=2026-03-01&date_to=2026-03-01'

itIsGuarded('/audit-events', auditRoute)

describe('200', () => {
  it('pages by cursor, newest first: each event once, also those of the same instant, and none of other tenants', async () => {
    const seen: number[] = []
    let query = `${spring}&per_page=3`
    for (let page = 0; page < 3; page++) {
      const { data, links, meta } = await list(query)
      seen.push(...data.map(({ id }) => id))
      expect(meta.per_page).toBe(3)
      expect(links.next === null).toBe(page === 2)
      query = new URL(links.next ?? 'http://end/').search.slice(1)
    }
    expect(seen).toHaveLength(8)
    expect(new Set(seen).size).toBe(8)
    const { data } = await list(`${spring}&per_page=100`)
    expect(data.map(({ id }) => id)).toEqual(seen)
    const times = data.map(({ occurred_at }) => occurred_at)
    expect(times).toEqual(times.toSorted().reverse())
    const ofOther = await list(`${spring}&per_page=100`, otherTenant)
    expect(ofOther.data.filter(({ id }) => seen.includes(id))).toEqual([])
  })

  it('with the events of a newer version, to whose type and record this one has no name', async () => {
    const newTenant = await makeTenant()
    const { ctx } = newTenant
    await write(ctx, (tx) =>
      record(tx, ctx, { type: 'seal.of_a_newer_version' as EventType, subject: { seal: 3 } as never }),
    )
    expect((await list('', newTenant)).data[0]).toMatchObject({
      type: 'seal.of_a_newer_version',
      record: { type: 'seal', id: 3 },
    })
  })

  it.each([
    ['a type', 'type=folder.created', 2],
    ['a group', 'type=webhook.*', 4],
    ['a record', 'record=folder:101', 1],
    ['an actor', 'actor=ADMIN', 8],
    ['another actor', 'actor=api_key:1', 0],
    ['the service', 'actor=system', 0],
    ['a time', 'date_from=2026-03-01T10:01:00Z&date_to=2026-03-01T10:03:00Z', 4],
    ['several', 'type=template.*&record=folder:103', 1],
  ])('filters by %s', async (_, filter, count) => {
    const range = filter.includes('date') ? '' : `${spring}&`
    const query = filter.replace('ADMIN', encodeURIComponent(tenant.user.email.toUpperCase()))
    expect((await list(`${range}per_page=100&${query}`)).data).toHaveLength(count)
  })

  it('filters by an address as it was entered, with an internationalised domain', async () => {
    const actor = { ...tenant.ctx.actor, email: 'ada@xn--mller-kva.de' } as Ctx['actor']
    await write(tenant.ctx, (tx) =>
      record(tx, { ...tenant.ctx, actor }, { type: 'folder.created', subject: { folder: 300 } }),
    )
    const { data } = await list(`actor=${encodeURIComponent('Ada@müller.de')}`)
    expect(data.map(({ record }) => record)).toEqual([{ type: 'folder', id: 300 }])
  })

  it('exports all events that match as a CSV without formulas, and records the export', async () => {
    const response = await auditRoute.GET(
      new Request(`http://localhost/api/v1/audit-events?${spring}&type=folder.*&format=csv`, {
        headers: { authorization: `Bearer ${tenant.token}` },
      }),
      { params: Promise.resolve({}) },
    )
    expect(response.headers.get('content-type')).toContain('text/csv')
    const lines = (await response.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('"occurred_at","type","record","actor"')
    expect(lines[1]).toContain('"folder.created","folder:102"')
    const { data } = await list('type=tenant.audit_exported')
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      record: { type: 'tenant', id: tenant.tenantId },
      actor: { type: 'user' },
    })
  })

  it('exports each event once, also across batches, and no cell is a formula', async () => {
    const filter = { type: 'folder.*', date_from: '2026-03-01', date_to: '2026-03-02' }
    const formula = '=HYPERLINK("https://example.com")'
    const reason = 'sorry ;-)'
    const exporting = await makeTenant()
    for (let index = 0; index < 7; index++) {
      const ctx = { ...exporting.ctx, now: addSeconds(start, index), userAgent: formula }
      const subject = { folder: 300 + index }
      await write(ctx, (tx) => record(tx, ctx, { type: 'folder.created', subject, data: { reason } }))
    }
    const { body } = await exportAuditEvents(exporting.ctx, filter, 3)
    const text = (await body().toArray()).map(String).join('')
    const lines = text.trimEnd().split('\r\n').slice(1)
    expect(lines.map((line) => /"folder:(\d+)"/.exec(line)?.[1])).toEqual(
      [306, 305, 304, 303, 302, 301, 300].map(String),
    )
    expect(lines.every((line) => line.includes(`"'=HYPERLINK(""https://example.com"")"`))).toBe(true)
    const [, ...rows] = parse(text, { bom: true }) as string[][]
    const data = text.split('\r\n')[0]!.split(',').indexOf('"data"')
    expect(rows.map((cells) => JSON.parse(cells[data]!).reason)).toEqual(Array(7).fill(reason))
  })

  it('records no export for a request for the headers alone', async () => {
    const asking = await makeTenant()
    const path = '/api/v1/audit-events?format=csv'
    expect((await call(auditRoute.GET, { method: 'HEAD', path, as: asking })).status).toBe(200)
    expect((await list('type=tenant.audit_exported', asking)).data).toEqual([])
  })

  it('has sign-ins that failed, without the password and the address', async () => {
    const { user, ctx } = otherTenant
    const wrong = { email: user.email, password: 'not the password of Ada' }
    await expect(signIn({ ...ctx, address: '203.0.113.5' }, wrong, 'dashboard', null)).rejects.toThrow()
    await flushReads()
    const { data } = await list('type=user.sign_in_failed', otherTenant)
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      record: { type: 'user', id: user.id },
      actor: { type: 'system' },
      address: '203.0.113.5',
    })
    expect(JSON.stringify(data)).not.toContain('not the password')
    expect(JSON.stringify(data)).not.toContain(user.email)
  })
})

it.each([
  ['cursor=abc', 'cursor'],
  ['record=planet:3', 'record'],
  ['type=user.vanished', 'type'],
  ['date_from=yesterday', 'date_from'],
  ['date_to=9999-12-31', 'date_to'],
  ['date_from=0000-01-01', 'date_from'],
  [`cursor=${Buffer.from('999999999999999.1').toString('base64url')}`, 'cursor'],
  ['record=process:7:8', 'record'],
  ['actor=Greta', 'actor'],
  ['actor=process:7', 'actor'],
  ['per_page=x', 'per_page'],
])('400 for %s', async (query, member) => {
  const { status, body } = await call(auditRoute.GET, { path: `/api/v1/audit-events?${query}`, as: tenant })
  expect(status).toBe(400)
  expect(Object.keys(body.error.errors)).toEqual([member])
})

describe('a webhook with audit.*', () => {
  const hook = { url: 'https://93.184.215.14/hook', events: ['audit.*'] }
  const create = (as: { token: string }, body: object = hook) =>
    call<{ data: { id: number } }>(webhooksRoute.POST, { as, body })

  it('needs the right to read the audit log, also to change it and to see its deliveries', async () => {
    const [key, auditKey, testKey] = [
      await tenant.addKey({ scopes: ['webhooks'] }),
      await tenant.addKey({ scopes: ['webhooks', 'audit:read'] }),
      await tenant.addKey({ scopes: ['webhooks', 'audit:read'], testMode: true }),
    ]
    const refused = await create(key)
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({
      error: { code: 'insufficient_scope', required_scope: 'audit:read' },
    })
    expect((await create(testKey)).status).toBe(403)
    const patch = (id: number, as: { token: string }, body: object) =>
      call(webhookRoute.PATCH, { method: 'PATCH', as, params: { id }, body })
    const { id: plain } = (await create(key, { ...hook, events: ['*'] })).body.data
    expect((await patch(plain, key, { events: ['audit.*'] })).status).toBe(403)
    expect((await patch(plain, key, { description: 'ours' })).status).toBe(200)
    const { id } = (await create(auditKey)).body.data
    const params = { id, log: 1 }
    for (const body of [{ url: 'https://93.184.215.14/other' }, { active: true }])
      expect((await patch(id, key, body)).status).toBe(403)
    expect((await patch(id, auditKey, { events: ['*'] })).status).toBe(200)
    // What was sent before is still in the log, and can be sent again.
    expect((await patch(id, key, { url: 'https://93.184.215.14/other' })).status).toBe(403)
    expect((await call(logsRoute.GET, { as: key, params })).status).toBe(403)
    expect((await call(logsRoute.GET, { as: auditKey, params })).status).toBe(200)
    for (const handler of [replayRoute.POST, testRoute.POST, rotateRoute.POST])
      expect((await call(handler, { method: 'POST', as: key, params })).status).toBe(403)
    const remove = (as: { token: string }) => call(webhookRoute.DELETE, { method: 'DELETE', as, params })
    expect((await remove(key)).status).toBe(403)
    for (const handler of [testRoute.POST, rotateRoute.POST])
      expect((await call(handler, { method: 'POST', as: auditKey, params })).status).toBe(200)
    expect((await remove(auditKey)).status).toBe(204)
  })

  it('misses no visit that is open when it begins: its event is recorded before', async () => {
    const editing = await makeTenant()
    const draft = await addDraft(editing)
    const countVisits = async () => {
      const isVisit = and(eq(events.tenantId, editing.tenantId), eq(events.type, 'process.updated'))
      return read(editing.ctx, (reader) => reader.$count(events, isVisit))
    }
    const rename = async (name: string) => {
      const before = await countVisits()
      await updateProcess(editing.ctx, draft.id, UpdateProcess.parse({ name }))
      expect(await countVisits()).toBe(before)
    }
    await rename('First')
    const { id } = (await create(editing)).body.data
    expect(await countVisits()).toBe(1)
    const patches: WebhookPatch[] = [
      { events: ['*'] },
      { events: ['audit.*'] },
      { active: false },
      { active: true },
    ]
    for (const patch of patches) {
      await rename(JSON.stringify(patch))
      const begins = patch.events?.includes('audit.*') || patch.active
      const before = await countVisits()
      await updateWebhook(editing.ctx, id, patch)
      expect([patch, (await countVisits()) - before]).toEqual([patch, begins ? 1 : 0])
    }
  })

  it('ends no visit where it gets nothing new, or the change is refused', async () => {
    const editing = await makeTenant()
    const key = await editing.addKey({ scopes: ['webhooks'] })
    const draft = await addDraft(editing)
    const { id } = (await create(editing)).body.data
    const { id: plain } = (await create(editing, { ...hook, events: ['*'] })).body.data
    await updateProcess(editing.ctx, draft.id, UpdateProcess.parse({ name: 'Renamed' }))
    const patch = async (id: number, as: { token: string }, body: object) =>
      (await call(webhookRoute.PATCH, { method: 'PATCH', as, params: { id }, body })).status
    expect([
      await patch(id, editing, { active: true, events: ['audit.*'] }),
      await patch(plain, editing, { active: false }),
      await patch(plain, editing, { active: true }),
      await patch(plain, key, { events: ['audit.*'] }),
      await patch(id + 1_000_000, editing, { events: ['audit.*'] }),
    ]).toEqual([200, 200, 200, 403, 404])
    const isVisit = and(eq(events.tenantId, editing.tenantId), eq(events.type, 'process.updated'))
    expect(await read(editing.ctx, (reader) => reader.$count(events, isVisit))).toBe(0)
  })

  it('gets events from the time on at which the group was added', async () => {
    const streaming = await makeTenant()
    const receiver = await openReceiver()
    const { id } = await addWebhook(streaming, receiver.url, ['document.uploaded'])
    const at = (seconds: number) => ({ ...streaming.ctx, now: addSeconds(new Date(), seconds) })
    const signOut = async (ctx: Ctx) => {
      await write(ctx, (tx) =>
        record(tx, ctx, { type: 'user.signed_out', subject: { user: streaming.user.id } }),
      )
    }
    await signOut(at(0))
    await updateWebhook(at(60), id, { events: ['audit.*'] })
    await signOut(at(120))
    await dispatchToWebhooks(streaming)
    await deliver(streaming, id)
    await receiver.close()
    const types = receiver.received.map(({ payload }) => payload.type)
    expect(types.filter((type) => type === 'audit.user.signed_out')).toHaveLength(1)
  })

  it('gets the events of both modes, with their mode; one of test mode only those of test mode', async () => {
    const streaming = await makeTenant()
    const receiver = await openReceiver()
    const ctx = { ...streaming.ctx, now: new Date() }
    const input = { url: receiver.url, events: ['audit.*' as const], active: true }
    const live = await configureWebhook(ctx, input)
    const test = await configureWebhook({ ...ctx, testMode: true }, input)
    for (const testMode of [true, false])
      await write(ctx, (tx) =>
        record(tx, ctx, { type: 'folder.created', subject: { folder: 1 }, data: { test_mode: testMode } }),
      )
    await dispatchToWebhooks(streaming)
    const getModes = async (id: number) => {
      receiver.received.length = 0
      await deliver(streaming, id)
      const payloads = receiver.received.map(({ payload }) => payload)
      return payloads.filter(({ type }) => type === 'audit.folder.created').map((sent) => sent.test_mode)
    }
    expect([await getModes(live.id), await getModes(test.id)]).toEqual([[true, false], [true]])
    await receiver.close()
  })

  it('gets every event, also those that no other webhook gets', async () => {
    const streaming = await makeTenant()
    const receiver = await openReceiver()
    const { id } = await addWebhook(streaming, receiver.url, ['audit.*', 'document.uploaded'])
    const ctx = { ...streaming.ctx, now: new Date() }
    await write(ctx, (tx) =>
      record(tx, ctx, { type: 'user.signed_out', subject: { user: streaming.user.id } }),
    )
    await dispatchToWebhooks(streaming)
    await deliver(streaming, id)
    await receiver.close()
    const payloads = receiver.received.map(({ payload }) => payload)
    const log = async (event: string) => {
      const path = `/api/v1/webhooks/${id}/logs?per_page=100&event=${event}`
      const { body } = await call<{ data: { event: string }[] }>(logsRoute.GET, {
        ...{ as: streaming, params: { id }, path },
      })
      return new Set(body.data.map((row) => row.event))
    }
    expect([
      await log('audit.user.signed_out'),
      await log('audit.user.*'),
      await log('audit.folder.*'),
    ]).toEqual([new Set(['audit.user.signed_out']), new Set(['audit.user.signed_out']), new Set()])
    expect([...(await log('audit.*'))]).toContain('audit.user.signed_out')
    expect(payloads.at(-1)).toMatchObject({
      type: 'audit.user.signed_out',
      data: { type: 'user.signed_out', record: { type: 'user', id: streaming.user.id }, data_omitted: false },
    })
  })
})
