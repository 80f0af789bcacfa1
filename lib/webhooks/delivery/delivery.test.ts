import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { database } from '#db/connection/client'
import { events } from '#db/schema/audit'
import { webhookMessages, webhooks } from '#db/schema/webhooks'
import { read, write } from '#db/tenancy/tenant'
import { addSeconds, moveClock, now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { documentReferences } from '#lib/document-references'
import { deleteDocument } from '#lib/documents/delete'
import { errorText } from '#lib/messages/errors'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument } from '#lib/testing/records/records'
import {
  addWebhook,
  advanceToNextAttempt,
  ctxNow,
  deliver,
  dispatchToWebhooks,
  loadDeliveries,
  openReceiver,
  type ReceivedDelivery,
} from '#lib/testing/servers/receiver'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { getWebhook } from '../get.ts'
import { rotateSecret } from '../rotate-secret.ts'
import { WebhookPatchInput } from '../schema.ts'
import { updateWebhook } from '../update.ts'
import { deliverDue } from './deliver.ts'
import { listWebhookLogs } from './list-logs.ts'
import { webhookListener } from './listener.ts'
import { nextDelivery } from './next-delivery.ts'
import { recordAttempt } from './record-attempt.ts'
import { replayDelivery } from './replay.ts'
import { resumeDeliveries } from './resume.ts'
import { sendTest } from './send-test.ts'

const startedAt = Date.now()
const receiver = await openReceiver()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await makeTenant()
  receiver.received.length = 0
  receiver.respondWith(204)
})
afterEach(() => moveClock(Date.now() - now().getTime()))
afterAll(() => receiver.close())

const HOUR = 3_600_000
const types = () => receiver.received.map((call) => call.payload.type)
/**
 * Uploads a document and dispatches its event; with `deleted` it is deleted again, so that its chain has two events.
 */
async function uploadAndDispatch(name: string, options: { deleted?: boolean } = {}): Promise<number> {
  const { id } = await addDocument({ ctx: ctxNow(tenant.ctx) }, { name })
  if (options.deleted) await deleteDocument(ctxNow(tenant.ctx), id, documentReferences)
  await dispatchToWebhooks(tenant)
  return id
}
const getState = (id: number) => getWebhook(ctxNow(tenant.ctx), id)
const verify = (secret: string, { body, headers }: ReceivedDelivery) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
/** Whether `secret` signed the delivery. Unlike `verify`, this works while the clock of the tests is moved. */
function signedBy(secret: string, { body, headers }: ReceivedDelivery): boolean {
  const time = new Date(Number(headers['webhook-timestamp']) * 1000)
  const expected = new Webhook(secret).sign(String(headers['webhook-id']), time, body)
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

describe('a webhook', () => {
  it('receives payloads that the public library of Standard Webhooks verifies', async () => {
    const { id, secret } = await addWebhook(tenant, receiver.url)
    const documentId = await uploadAndDispatch('Lease')
    await deliver(tenant, id)
    const [call] = receiver.received
    expect(verify(secret, call!)).toEqual(call!.payload)
    expect(call!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Paraph-Webhooks/1.1',
      'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/),
    })
    expect(call!.payload).toMatchObject({
      type: 'document.uploaded',
      tenant_id: tenant.tenantId,
      test_mode: false,
      data: { document_id: documentId, name: 'Lease' },
    })
    expect(await getState(id)).toMatchObject({
      last_success_at: expect.any(String),
      last_failure_at: null,
      consecutive_failures: 0,
    })
    expect(await loadDeliveries(tenant, id)).toMatchObject([
      { status: 'success', attempt: 1, responseStatus: 204 },
    ])
  })

  const modes = [false, true]
  it.each(modes)(
    'receives all events of a process of its mode, in order, without duplicates (test mode: %s)',
    async (testMode) => {
      const [sameMode, otherMode] = [testMode, !testMode].map((mode) => ({
        ctx: { ...tenant.ctx, testMode: mode },
      }))
      const hooks = [await addWebhook(sameMode!, receiver.url), await addWebhook(otherMode!, receiver.url)]
      const process = await addCompleted(
        { ctx: ctxNow(sameMode!.ctx) },
        { external_id: 'order-7', signers: [{}, {}] },
      )
      await dispatchToWebhooks(tenant)
      await dispatchToWebhooks(tenant)
      for (const { id } of hooks) await deliver(tenant, id)
      expect(types()).toEqual([
        'document.uploaded',
        'process.sent',
        'signature.created',
        'signature.created',
        'signature.invited',
        'signature.viewed',
        'signature.completed',
        'signature.invited',
        'signature.viewed',
        'signature.completed',
        'document.completed',
        'process.completed',
      ])
      const { data } = receiver.received.at(-1)!.payload
      expect(data).toMatchObject({ process_id: process.id, name: process.name, external_id: 'order-7' })
      expect(receiver.received.every(({ body }) => !body.includes('token') && body.length < 20_000)).toBe(
        true,
      )
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(12)
    },
  )

  it('receives only subscribed events, of its tenant and mode', async () => {
    const test = { ctx: { ...tenant.ctx, testMode: true } }
    const events = ['document.deleted']
    const hooks = [
      await addWebhook(tenant, `${receiver.url}/live`, events),
      await addWebhook(test, `${receiver.url}/test`, events),
      await addWebhook(await makeTenant(), `${receiver.url}/other`),
    ]
    for (const ctx of [ctxNow(test.ctx), ctxNow(tenant.ctx)])
      await deleteDocument(ctx, (await addDocument({ ctx }, { name: 'Draft' })).id, documentReferences)
    await dispatchToWebhooks(tenant)
    for (const { id } of hooks) await deliver(tenant, id)
    expect(receiver.received.map(({ path, payload }) => [path, payload.type, payload.test_mode])).toEqual([
      ['/hook/live', 'document.deleted', false],
      ['/hook/test', 'document.deleted', true],
    ])
  })

  it('receives no events from before it was created, or while it was disabled', async () => {
    await addDocument(tenant, { name: 'Before' })
    moveClock(1000)
    const { id } = await addWebhook(tenant, receiver.url)
    moveClock(1000)
    await updateWebhook(ctxNow(tenant.ctx), id, { active: false })
    moveClock(1000)
    await addDocument({ ctx: ctxNow(tenant.ctx) }, { name: 'While off' })
    moveClock(1000)
    await updateWebhook(ctxNow(tenant.ctx), id, { active: true })
    moveClock(1000)
    await addDocument({ ctx: ctxNow(tenant.ctx) }, { name: 'After' })
    await dispatchToWebhooks(tenant)
    await deliver(tenant, id)
    expect(receiver.received.map(({ payload }) => payload.data.name)).toEqual(['After'])
  })
})

describe('a failure', () => {
  it('is retried by the schedule, ten attempts in all with the same id, then given up', async () => {
    receiver.respondWith(500)
    const { id, secret } = await addWebhook(tenant, receiver.url)
    await uploadAndDispatch('Lease')
    const beganAt = now().getTime()
    const attemptHours: number[] = []
    await deliver(tenant, id)
    do attemptHours.push((now().getTime() - beganAt) / HOUR)
    while (await advanceToNextAttempt(tenant, id))
    expect(receiver.received).toHaveLength(10)
    const scheduledHours = [0, 5 / 3600, 1 / 12, 0.5, 2, 5, 10, 14, 20, 24]
    attemptHours.slice(0, 10).reduce((previous, hours, index) => {
      const waited = hours - previous
      expect(waited).toBeGreaterThanOrEqual(scheduledHours[index]! * 0.89)
      expect(waited).toBeLessThanOrEqual(scheduledHours[index]! * 1.11 + 0.01)
      return hours
    }, 0)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(receiver.received.every((call) => signedBy(secret, call))).toBe(true)
    const timestamps = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))
    expect(timestamps.at(-1)! - timestamps[0]!).toBeGreaterThan(60 * 3600)
    const deliveries = await loadDeliveries(tenant, id)
    expect(deliveries.map((log) => [log.attempt, log.status, log.error, log.nextRetryAt !== null])).toEqual(
      deliveries.map((_, index) => [
        index + 1,
        'failed',
        errorText('failures.respondedWithStatus', { status: 500 }),
        index < 9,
      ]),
    )
    expect(await getState(id)).toMatchObject({
      active: true,
      consecutive_failures: 10,
      last_success_at: null,
    })
  })

  it('is no longer counted after the next success', async () => {
    receiver.respondWith(503, 503, 200)
    const { id } = await addWebhook(tenant, receiver.url)
    await uploadAndDispatch('Lease')
    await deliver(tenant, id)
    await advanceToNextAttempt(tenant, id)
    expect(await getState(id)).toMatchObject({ consecutive_failures: 2, last_failure_at: expect.any(String) })
    await advanceToNextAttempt(tenant, id)
    expect(await getState(id)).toMatchObject({ consecutive_failures: 0, last_success_at: expect.any(String) })
    expect(await advanceToNextAttempt(tenant, id)).toBe(false)
  })

  it('is not retried before Retry-After', async () => {
    receiver.respondWith((response) => response.writeHead(429, { 'retry-after': '1200' }).end(), 200)
    const { id } = await addWebhook(tenant, receiver.url)
    await uploadAndDispatch('Lease')
    await deliver(tenant, id)
    const [, second] = await loadDeliveries(tenant, id)
    expect(second!.dueAt.getTime() - now().getTime()).toBeGreaterThan(1190_000)
    moveClock(1_100_000)
    await deliver(tenant, id)
    expect(receiver.received).toHaveLength(1)
    moveClock(110_000)
    await deliver(tenant, id)
    expect(receiver.received).toHaveLength(2)
  })

  it('delays later events of its chain, and no others', async () => {
    receiver.respondWith((response, { payload }) =>
      response.writeHead(payload.data.name === 'Failing' ? 500 : 204).end(),
    )
    const { id } = await addWebhook(tenant, receiver.url)
    await uploadAndDispatch('Failing', { deleted: true })
    await uploadAndDispatch('Working', { deleted: true })
    await deliver(tenant, id)
    expect(receiver.received.map(({ payload }) => `${payload.data.name} ${payload.type}`)).toEqual([
      'Failing document.uploaded',
      'Working document.uploaded',
      'Working document.deleted',
    ])
    const query = { status: 'pending', sort: 'created_at', page: 1, per_page: 9 } as const
    const { items } = await listWebhookLogs(ctxNow(tenant.ctx), id, query)
    const [deletion, retry] = items.toSorted((a, b) => a.attempt - b.attempt)
    expect([deletion, retry]).toMatchObject([
      { event: 'document.deleted', attempt: 1, next_retry_at: retry!.next_retry_at },
      { event: 'document.uploaded', attempt: 2, next_retry_at: expect.any(String) },
    ])
    receiver.respondWith(204)
    await advanceToNextAttempt(tenant, id)
    expect(receiver.received.slice(3).map(({ payload }) => `${payload.data.name} ${payload.type}`)).toEqual([
      'Failing document.uploaded',
      'Failing document.deleted',
    ])
  })

  it('leads to no backoff while attempts are fast: each event is retried at its own times', async () => {
    receiver.respondWith(500)
    const { id } = await addWebhook(tenant, receiver.url)
    const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
    for (const name of names) await uploadAndDispatch(name)
    // The delays are 5 s and 5 min, each up to 10 % longer.
    for (const [seconds, tries] of [
      [0, 1],
      [5.6, 2],
      [331, 3],
    ] as const) {
      moveClock(seconds * 1000)
      await deliver(tenant, id)
      const received = receiver.received.map(({ payload }) => payload.data.name)
      expect(received.sort()).toEqual(names.flatMap((name) => Array(tries).fill(name)).sort())
    }
  })

  it('leads to a backoff when attempts are slow: new events wait, manual replays do not', async () => {
    receiver.respondWith((response) => void setTimeout(() => response.writeHead(500).end(), 1050))
    const { id } = await addWebhook(tenant, receiver.url)
    for (const name of ['One', 'Two', 'Three', 'Four']) await uploadAndDispatch(name)
    await deliver(tenant, id)
    expect(receiver.received).toHaveLength(3)
    await sendTest(ctxNow(tenant.ctx), id)
    // The attempt takes a second, and the backoff after it is of ten.
    const backoffEnd = addSeconds(now(), 11).toISOString()
    await deliver(tenant, id)
    expect(types()[3]).toBe('webhook.test')
    const query = { status: 'pending', sort: '-created_at', page: 1, per_page: 9 } as const
    const { items } = await listWebhookLogs(ctxNow(tenant.ctx), id, query)
    expect(items.map(({ attempt }) => attempt).sort()).toEqual([1, 2, 2, 2])
    for (const { next_retry_at: retryAt } of items) expect(retryAt! > backoffEnd).toBe(true)
    receiver.respondWith(204)
    moveClock(10_001)
    await deliver(tenant, id)
    const names = receiver.received.slice(4).map(({ payload }) => payload.data.name)
    expect(names.sort()).toEqual(['Four', 'One', 'Three', 'Two'])
  })

  it('disables the endpoint after five days, cancels pending deliveries and records it', async () => {
    receiver.respondWith(500)
    const { id } = await addWebhook(tenant, receiver.url)
    await uploadAndDispatch('Lease', { deleted: true })
    for (let day = 0; day < 5; day++) {
      await deliver(tenant, id)
      expect(await getState(id)).toMatchObject({ active: true, disabled_reason: null })
      moveClock(24.5 * HOUR)
    }
    await uploadAndDispatch('Late')
    await deliver(tenant, id)
    expect(await getState(id)).toMatchObject({
      active: false,
      disabled_reason: 'Failed for 5 days.',
      disabled_reason_detail: { key: 'failures.webhookFailing', values: { days: '5' } },
    })
    expect((await loadDeliveries(tenant, id)).filter((log) => log.status === 'pending')).toEqual([])
    const [event] = await eventsOfType('webhook.disabled')
    expect(event).toMatchObject({
      chain: `webhook:${id}`,
      data: { url: receiver.url, reason: 'Failed for 5 days.' },
    })
    const count = receiver.received.length
    await uploadAndDispatch('Too late')
    await deliver(tenant, id)
    expect(receiver.received).toHaveLength(count)
  })

  it('disables the endpoint immediately when it is a 410; enabled again, it starts without failures', async () => {
    receiver.respondWith(410)
    const { id } = await addWebhook(tenant, receiver.url)
    await uploadAndDispatch('Lease', { deleted: true })
    await deliver(tenant, id)
    expect(receiver.received).toHaveLength(1)
    expect(await getState(id)).toMatchObject({
      active: false,
      disabled_reason: 'Responded with 410 Gone.',
      disabled_reason_detail: { key: 'failures.webhookGone', values: {} },
    })
    expect((await loadDeliveries(tenant, id)).map((log) => [log.status, log.error])).toEqual([
      ['failed', errorText('failures.respondedWithStatus', { status: 410 })],
      ['failed', errorText('failures.webhookDisabled')],
    ])
    receiver.respondWith(204)
    await updateWebhook(ctxNow(tenant.ctx), id, WebhookPatchInput.parse({ active: true }))
    expect(await getState(id)).toMatchObject({ active: true, disabled_reason: null, consecutive_failures: 0 })
    await uploadAndDispatch('New')
    await deliver(tenant, id)
    expect(receiver.received.slice(1).map(({ payload }) => payload.data.name)).toEqual(['New'])
  })
})

describe('another URL', () => {
  const moveTo = (id: number, url: string) => {
    const ctx = ctxNow(tenant.ctx)
    const actor = { ...ctx.actor, authenticatedAt: ctx.now } as Ctx['actor']
    return updateWebhook({ ...ctx, actor }, id, WebhookPatchInput.parse({ url }))
  }

  it('starts without the failures of the one before', async () => {
    receiver.respondWith(500)
    const { id } = await addWebhook(tenant, receiver.url)
    await uploadAndDispatch('Lease')
    for (let day = 0; day < 5; day++) {
      await deliver(tenant, id)
      moveClock(24.5 * HOUR)
    }
    await moveTo(id, `${receiver.url}/new`)
    expect(await getState(id)).toMatchObject({ active: true, consecutive_failures: 0 })
    await uploadAndDispatch('Late')
    await deliver(tenant, id)
    expect(receiver.received.at(-1)!.path).toBe('/hook/new')
    expect(await getState(id)).toMatchObject({ active: true, disabled_reason: null })
  })

  it('is not disabled by a late 410 of the one before, and gets the event', async () => {
    const { id } = await addWebhook(tenant, receiver.url)
    receiver.respondWith(async (response) => {
      await moveTo(id, `${receiver.url}/new`)
      response.writeHead(410).end()
    }, 204)
    await uploadAndDispatch('Lease')
    await deliver(tenant, id)
    expect(await getState(id)).toMatchObject({ active: true, disabled_reason: null, consecutive_failures: 0 })
    await advanceToNextAttempt(tenant, id)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook/new'])
    expect((await loadDeliveries(tenant, id)).map(({ status }) => status)).toEqual(['failed', 'success'])
  })
})

describe('a webhook that is switched off during a call', () => {
  const setActive = (id: number, active: boolean) => updateWebhook(ctxNow(tenant.ctx), id, { active })
  const cancelled = { status: 'failed', responseStatus: null, error: errorText('failures.webhookDisabled') }

  it.each([false, true])(
    'has the result of the call in its log (switched on again: %s)',
    async (isOnAgain) => {
      const { id } = await addWebhook(tenant, receiver.url)
      receiver.respondWith(async (response) => {
        await setActive(id, false)
        if (isOnAgain) await setActive(id, true)
        response.writeHead(204).end()
      })
      await uploadAndDispatch('Lease', { deleted: true })
      await deliver(tenant, id)
      expect(types()).toEqual(['document.uploaded'])
      expect(await loadDeliveries(tenant, id)).toMatchObject([
        { status: 'success', responseStatus: 204, error: null },
        cancelled,
      ])
      expect(await getState(id)).toMatchObject({
        last_success_at: expect.any(String),
        consecutive_failures: 0,
      })
      const messages = await read(tenant.ctx, (reader) => reader.select().from(webhookMessages))
      expect(messages.map(({ event, status }) => [event, status]).sort()).toEqual([
        ['document.deleted', 'failed'],
        ['document.uploaded', 'success'],
      ])
    },
  )

  it('and on again makes no retry of the call that failed, beside a replay', async () => {
    const { id } = await addWebhook(tenant, receiver.url)
    receiver.respondWith(async (response) => {
      await setActive(id, false)
      await setActive(id, true)
      const [log] = await loadDeliveries(tenant, id)
      await replayDelivery(ctxNow(tenant.ctx), id, log!.id)
      response.writeHead(500).end()
    }, 204)
    await uploadAndDispatch('Lease')
    await deliver(tenant, id)
    expect(await advanceToNextAttempt(tenant, id)).toBe(false)
    expect((await loadDeliveries(tenant, id)).map((log) => [log.status, log.responseStatus])).toEqual([
      ['failed', 500],
      ['success', 204],
    ])
  })
})

describe('a rotated secret', () => {
  it('signs together with the old one for a day, then alone', async () => {
    const { id, secret: oldSecret } = await addWebhook(tenant, receiver.url)
    const { secret } = await rotateSecret(ctxNow(tenant.ctx), id)
    await uploadAndDispatch('One')
    await deliver(tenant, id)
    const [during] = receiver.received
    expect([verify(oldSecret, during!), verify(secret, during!)]).toEqual([during!.payload, during!.payload])
    moveClock(24 * HOUR)
    await uploadAndDispatch('Two')
    await deliver(tenant, id)
    const after = receiver.received[1]!
    expect([signedBy(oldSecret, after), signedBy(secret, after)]).toEqual([false, true])
  })
})

describe('a replay', () => {
  it('is one more attempt with the same id, without retries', async () => {
    const { id } = await addWebhook(tenant, receiver.url)
    await uploadAndDispatch('Lease')
    await deliver(tenant, id)
    const [first] = await loadDeliveries(tenant, id)
    receiver.respondWith(500)
    const log = await replayDelivery(ctxNow(tenant.ctx), id, first!.id)
    expect(log).toMatchObject({ attempt: 2, status: 'pending', next_retry_at: null })
    await deliver(tenant, id)
    expect(await advanceToNextAttempt(tenant, id)).toBe(false)
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      log.message_id,
      log.message_id,
    ])
    expect((await loadDeliveries(tenant, id)).map(({ status }) => status)).toEqual(['success', 'failed'])
  })

  it('brings a retry forward once, and the schedule continues', async () => {
    receiver.respondWith(500)
    const { id } = await addWebhook(tenant, receiver.url)
    await uploadAndDispatch('Lease')
    await deliver(tenant, id)
    const [first] = await loadDeliveries(tenant, id)
    const ctx = ctxNow(tenant.ctx)
    const logs = await Promise.all([1, 2, 3].map(() => replayDelivery(ctx, id, first!.id)))
    expect(new Set(logs.map((log) => `${log.id} ${log.attempt}`)).size).toBe(1)
    await deliver(tenant, id)
    expect(receiver.received).toHaveLength(2)
    expect((await loadDeliveries(tenant, id)).map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 'failed'],
      [2, 'failed'],
      [3, 'pending'],
    ])
  })

  it('that brings a retry forward leaves no later time in the log, nor does a webhook that is switched off', async () => {
    receiver.respondWith(500)
    const { id } = await addWebhook(tenant, receiver.url)
    await uploadAndDispatch('Lease')
    await deliver(tenant, id)
    const nextTimes = async () => (await loadDeliveries(tenant, id)).map(({ nextRetryAt }) => nextRetryAt)
    const ctx = ctxNow(tenant.ctx)
    expect((await nextTimes())[0]!.getTime()).toBeGreaterThan(ctx.now.getTime())
    await replayDelivery(ctx, id, (await loadDeliveries(tenant, id))[0]!.id)
    expect(await nextTimes()).toEqual([ctx.now, null])
    await deliver(tenant, id)
    expect((await nextTimes())[1]!.getTime()).toBeGreaterThan(ctx.now.getTime())
    await updateWebhook(ctxNow(tenant.ctx), id, { active: false })
    expect(await nextTimes()).toEqual([ctx.now, null, null])
  })

  it('works for cancelled deliveries, also while the endpoint is disabled', async () => {
    receiver.respondWith(410)
    const { id } = await addWebhook(tenant, receiver.url)
    await uploadAndDispatch('Lease', { deleted: true })
    await deliver(tenant, id)
    receiver.respondWith(204)
    const [, cancelled] = await loadDeliveries(tenant, id)
    await replayDelivery(ctxNow(tenant.ctx), id, cancelled!.id)
    await deliver(tenant, id)
    expect(types()).toEqual(['document.uploaded', 'document.deleted'])
    const [message] = await read(tenant.ctx, (reader) =>
      reader.select().from(webhookMessages).where(eq(webhookMessages.event, 'document.deleted')),
    )
    expect(message?.status).toBe('success')
  })
})

describe('a test', () => {
  it('is one signed attempt without retries', async () => {
    receiver.respondWith(500)
    const { id, secret } = await addWebhook(tenant, receiver.url, ['process.completed'])
    await updateWebhook(tenant.ctx, id, { active: false })
    const log = await sendTest(tenant.ctx, id)
    expect(log).toMatchObject({ event: 'webhook.test', event_id: null, status: 'pending', attempt: 1 })
    await deliver(tenant, id)
    const [call] = receiver.received
    expect(verify(secret, call!)).toMatchObject({ type: 'webhook.test', test_mode: false })
    expect(call!.headers['webhook-id']).toBe(log.message_id)
    expect(await advanceToNextAttempt(tenant, id)).toBe(false)
  })
})

it('has one waiting run for all its messages, which waits for those that are being written', async () => {
  const { id } = await addWebhook(tenant, receiver.url)
  await uploadAndDispatch('Lease', { deleted: true })
  await uploadAndDispatch('Loan')
  await sendTest(tenant.ctx, id)
  const countRuns = async () => {
    const [runs] = await database().execute<{ count: number }>(sql`
      select count(*)::int as count from pgboss.job where singleton_key = ${`webhook:${id}`}`)
    return runs!.count
  }
  expect(await countRuns()).toBe(1)
  await deliver(tenant, id)
  receiver.received.length = 0
  const written = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  await addDocument({ ctx: ctxNow(tenant.ctx) }, { name: 'Late' })
  const dispatching = write(tenant.ctx, async (tx) => {
    const rows = await tx.select().from(events).where(eq(events.type, 'document.uploaded'))
    await webhookListener.handle(tx, ctxNow(tenant.ctx), [rows.at(-1)!])
    written.resolve()
    await mayCommit.promise
  })
  await written.promise
  // The run that waited before the message was there begins before it is committed.
  const delivering = deliver(tenant, id)
  await sleep(300)
  expect(types()).toEqual([])
  mayCommit.resolve()
  await Promise.all([dispatching, delivering])
  expect(types()).toEqual(['document.uploaded'])
  expect(await countRuns()).toBe(1)
})

it('has a run again for due messages whose run was discarded, unless it is switched off', async () => {
  const { id } = await addWebhook(tenant, receiver.url)
  const isRun = sql`name = 'webhooks.deliver' and singleton_key = ${`webhook:${id}`}`
  const discardRun = () => database().execute(sql`delete from pgboss.job where ${isRun}`)
  const countRuns = async () => {
    const runs = await database().execute(sql`select from pgboss.job where ${isRun}`)
    return runs.length
  }
  const setActive = (active: boolean) =>
    write(tenant.ctx, (tx) => tx.update(webhooks).set({ active }).where(eq(webhooks.id, id)))
  await uploadAndDispatch('Lease')
  await discardRun()
  await setActive(false)
  await resumeDeliveries(now())
  expect(await countRuns()).toBe(0)
  await setActive(true)
  await resumeDeliveries(now())
  await resumeDeliveries(now())
  expect(await countRuns()).toBe(1)
  await deliver(tenant, id)
  await discardRun()
  await resumeDeliveries(now())
  expect(await countRuns()).toBe(0)
})

it('has the run after the backoff as soon as a failed attempt is recorded', async () => {
  const { id } = await addWebhook(tenant, receiver.url)
  await uploadAndDispatch('Lease')
  const delivery = (await nextDelivery(tenant.tenantId, id, now()))!
  await write(tenant.ctx, (tx) =>
    tx.update(webhooks).set({ consecutiveFailures: 9 }).where(eq(webhooks.id, id)),
  )
  const slow = { success: false, status: 500, body: null, error: null, durationMilliseconds: 20_000 }
  await recordAttempt(delivery, { ...slow, startedAt: now(), retryAfterSeconds: 0 })
  const [runs] = await database().execute<{ count: number }>(sql`
    select count(*)::int as count from pgboss.job where singleton_key = ${`webhook:${id}`} and start_after > now()`)
  // The other one is for the retry.
  expect(runs!.count).toBe(2)
})

it('has no backoff that is longer than any: the clock was set back', async () => {
  const { id } = await addWebhook(tenant, receiver.url)
  await uploadAndDispatch('Lease')
  const backOff = (seconds: number) =>
    write(tenant.ctx, (tx) =>
      tx
        .update(webhooks)
        .set({ backoffUntil: addSeconds(now(), seconds) })
        .where(eq(webhooks.id, id)),
    )
  await backOff(290)
  expect(await nextDelivery(tenant.tenantId, id, now())).toBeNull()
  await backOff(5 * 3600)
  expect(await nextDelivery(tenant.tenantId, id, now())).not.toBeNull()
})

describe('after the clock of the database was set back', () => {
  const shown = { status: 'pending', sort: 'created_at', page: 1, per_page: 9 } as const

  it('makes attempts that were stored before, and then those of later events', async () => {
    const { id } = await addWebhook(tenant, receiver.url)
    moveClock(5 * 3600_000)
    await uploadAndDispatch('Lease', { deleted: true })
    moveClock(-5 * 3600_000)
    await deliver(tenant, id)
    expect(types()).toEqual(['document.uploaded', 'document.deleted'])
  })

  it.each(['document.uploaded', 'audit.*'])(
    'sends %s to a webhook that was made before',
    async (subscription) => {
      moveClock(600_000)
      const { id } = await addWebhook(tenant, receiver.url, [subscription])
      moveClock(-600_000)
      const documentId = await uploadAndDispatch('Lease')
      await deliver(tenant, id)
      const bodies = receiver.received.map(({ body }) => body)
      expect(bodies.filter((body) => body.includes(`"document_id":${documentId}`))).toHaveLength(1)
    },
  )

  it('sends what is recorded around the time of the activation, once an event was announced before', async () => {
    moveClock(600_000)
    const { id } = await addWebhook(tenant, receiver.url, ['document.uploaded'])
    moveClock(-600_000)
    await uploadAndDispatch('Lease')
    moveClock(570_000)
    await uploadAndDispatch('Rent')
    moveClock(60_000)
    await uploadAndDispatch('House rules')
    await deliver(tenant, id)
    expect(types()).toEqual(Array(3).fill('document.uploaded'))
  })

  it('makes a retry whose run starts before its time', async () => {
    const { id } = await addWebhook(tenant, receiver.url)
    receiver.respondWith(500)
    moveClock(5 * 3600_000)
    await uploadAndDispatch('Lease')
    await deliver(tenant, id)
    const notBefore = addSeconds(now(), 5).toISOString()
    moveClock(-5 * 3600_000)
    receiver.respondWith(204)
    const job = { tenantId: tenant.tenantId, webhookId: id, failing: true, notBefore }
    await deliverDue(job, new AbortController().signal)
    expect(types()).toEqual(['document.uploaded', 'document.uploaded'])
  })

  it('shows no backoff that is over', async () => {
    const { id } = await addWebhook(tenant, receiver.url)
    await uploadAndDispatch('Lease')
    const setColumns = { backoffUntil: addSeconds(now(), 5 * 3600) }
    await write(tenant.ctx, (tx) => tx.update(webhooks).set(setColumns).where(eq(webhooks.id, id)))
    const { items } = await listWebhookLogs(ctxNow(tenant.ctx), id, shown)
    expect(items).toMatchObject([{ attempt: 1, next_retry_at: null }])
  })
})

it('stops in the middle of an attempt without logging it, and repeats it with the same id', async () => {
  const { id } = await addWebhook(tenant, receiver.url)
  await uploadAndDispatch('Lease')
  const stop = new AbortController()
  receiver.respondWith(() => stop.abort(new Error('the worker ends')), 204)
  await expect(deliverDue({ tenantId: tenant.tenantId, webhookId: id }, stop.signal)).rejects.toThrow(
    'the worker ends',
  )
  expect(await loadDeliveries(tenant, id)).toMatchObject([{ status: 'pending', attempt: 1 }])
  await deliver(tenant, id)
  expect(await loadDeliveries(tenant, id)).toMatchObject([{ status: 'success', attempt: 1 }])
  const [first, second] = receiver.received
  expect([first!.headers['webhook-id'], first!.body]).toEqual([second!.headers['webhook-id'], second!.body])
  // Attempts hours apart took none of them: the clock was moved.
  expect(Date.now() - startedAt).toBeLessThan(120_000)
})

async function eventsOfType(type: string) {
  return read(tenant.ctx, (reader) => reader.select().from(events).where(eq(events.type, type)))
}
