import { asc, like, or, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { read } from '#db/tenancy/tenant'
import { deleteApiKey } from '#lib/identity/api-keys/delete-api-key'
import { call } from '#lib/testing/service/call'
import { makeTenant } from '#lib/testing/users/tenant'
import { MAX_WEBHOOKS } from '#lib/webhooks/rules'
import type { WebhookRecord } from '#lib/webhooks/schema'
import * as replayRoute from './[id]/logs/[log]/replay/route.ts'
import * as logsRoute from './[id]/logs/route.ts'
import * as rotateSecretRoute from './[id]/rotate-secret/route.ts'
import * as webhookRoute from './[id]/route.ts'
import * as testRoute from './[id]/test/route.ts'
import * as webhooksRoute from './route.ts'

const input = { url: 'https://93.184.215.14/hook', events: ['*'] }
type ItemBody = { data: WebhookRecord }
type ListBody = { data: WebhookRecord[] }

it('separates live webhooks from those of test mode', async () => {
  const tenant = await makeTenant()
  const [liveKey, testKey] = [
    await tenant.addKey({ scopes: ['webhooks'] }),
    await tenant.addKey({ scopes: ['webhooks'], testMode: true }),
  ]
  const create = async (caller: { token: string }) =>
    (await call<ItemBody>(webhooksRoute.POST, { as: caller, body: input })).body.data
  const [liveWebhook, testWebhook] = [await create(liveKey), await create(testKey)]
  expect([liveWebhook.test_mode, testWebhook.test_mode]).toEqual([false, true])
  for (const [caller, ownWebhook, other] of [
    [liveKey, liveWebhook, testWebhook],
    [testKey, testWebhook, liveWebhook],
  ] as const) {
    const list = await call<ListBody>(webhooksRoute.GET, { as: caller })
    expect(list.body.data.map(({ id }) => id)).toEqual([ownWebhook.id])
    const params = { id: other.id, log: 1 }
    const body = { url: 'https://93.184.215.14/stolen' }
    const responses = [
      await call(webhookRoute.GET, { as: caller, params }),
      await call(webhookRoute.PATCH, { method: 'PATCH', as: caller, params, body }),
      await call(webhookRoute.DELETE, { method: 'DELETE', as: caller, params }),
      await call(logsRoute.GET, { as: caller, params }),
      await call(replayRoute.POST, { method: 'POST', as: caller, params }),
      await call(rotateSecretRoute.POST, { method: 'POST', as: caller, params }),
      await call(testRoute.POST, { method: 'POST', as: caller, params }),
    ]
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404))
  }
  expect(liveWebhook).toMatchObject(
    (await call<ItemBody>(webhookRoute.GET, { as: liveKey, params: { id: liveWebhook.id } })).body.data,
  )
})

it('records the mode of a webhook and of a key with each of their events', async () => {
  const tenant = await makeTenant()
  const key = await tenant.addKey({ scopes: ['webhooks'], testMode: true })
  const { id } = (await call<ItemBody>(webhooksRoute.POST, { as: key, body: input })).body.data
  const params = { id }
  await call(webhookRoute.PATCH, { method: 'PATCH', as: key, params, body: { description: 'Test' } })
  await call(rotateSecretRoute.POST, { method: 'POST', as: key, params })
  const test = await call<{ data: { id: number } }>(testRoute.POST, { method: 'POST', as: key, params })
  const log = test.body.data.id
  await call(replayRoute.POST, { method: 'POST', as: key, params: { id, log } })
  await call(webhookRoute.DELETE, { method: 'DELETE', as: key, params })
  await deleteApiKey(tenant.ctx, key.id)
  const modes = await read(tenant.ctx, (reader) =>
    reader
      .select({ type: events.type, testMode: sql<boolean>`${events.data} -> 'test_mode'` })
      .from(events)
      .where(or(like(events.type, 'webhook.%'), like(events.type, 'api_key.%')))
      .orderBy(asc(events.id)),
  )
  const types = ['created', 'updated', 'secret_rotated', 'tested', 'replayed', 'deleted']
  expect(modes).toEqual([
    ...types.map((name) => ({ type: `webhook.${name}`, testMode: true })),
    { type: 'api_key.deleted', testMode: true },
  ])
})

it('allows ten webhooks per tenant, live and test mode together', async () => {
  const tenant = await makeTenant()
  const [liveKey, testKey] = [
    await tenant.addKey({ scopes: ['webhooks'] }),
    await tenant.addKey({ scopes: ['webhooks'], testMode: true }),
  ]
  const create = async (caller: { token: string }) =>
    (await call(webhooksRoute.POST, { as: caller, body: input })).status
  for (let count = 0; count < MAX_WEBHOOKS; count++)
    expect(await create(count % 2 ? testKey : liveKey)).toBe(201)
  expect([await create(testKey), await create(liveKey)]).toEqual([409, 409])
})
