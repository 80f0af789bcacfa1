import { expect, it } from 'vitest'
import { call } from '#lib/testing/call'
import { makeTenant } from '#lib/testing/tenant'
import { MAX_WEBHOOKS } from '#lib/webhooks/rules'
import type { WebhookRecord } from '#lib/webhooks/schema'
import * as replay from './[id]/logs/[log]/replay/route.ts'
import * as logs from './[id]/logs/route.ts'
import * as rotate from './[id]/rotate-secret/route.ts'
import * as one from './[id]/route.ts'
import * as test from './[id]/test/route.ts'
import * as all from './route.ts'

const input = { url: 'https://93.184.215.14/hook', events: ['*'] }
type One = { data: WebhookRecord }
type Many = { data: WebhookRecord[] }

it('separates live webhooks from those of test mode', async () => {
  const tenant = await makeTenant()
  const [live, trial] = [
    await tenant.addKey({ scopes: ['webhooks'] }),
    await tenant.addKey({ scopes: ['webhooks'], testMode: true }),
  ]
  const make = async (as: { token: string }) => (await call<One>(all.POST, { as, body: input })).body.data
  const [real, tried] = [await make(live), await make(trial)]
  expect([real.test_mode, tried.test_mode]).toEqual([false, true])
  for (const [as, own, other] of [
    [live, real, tried],
    [trial, tried, real],
  ] as const) {
    const list = await call<Many>(all.GET, { as })
    expect(list.body.data.map(({ id }) => id)).toEqual([own.id])
    const params = { id: other.id, log: 1 }
    const body = { url: 'https://93.184.215.14/stolen' }
    const responses = [
      await call(one.GET, { as, params }),
      await call(one.PATCH, { method: 'PATCH', as, params, body }),
      await call(one.DELETE, { method: 'DELETE', as, params }),
      await call(logs.GET, { as, params }),
      await call(replay.POST, { method: 'POST', as, params }),
      await call(rotate.POST, { method: 'POST', as, params }),
      await call(test.POST, { method: 'POST', as, params }),
    ]
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404))
  }
  expect(real).toMatchObject((await call<One>(one.GET, { as: live, params: { id: real.id } })).body.data)
})

it('counts both modes together: a tenant has ten', async () => {
  const tenant = await makeTenant()
  const [live, trial] = [
    await tenant.addKey({ scopes: ['webhooks'] }),
    await tenant.addKey({ scopes: ['webhooks'], testMode: true }),
  ]
  const make = async (as: { token: string }) => (await call(all.POST, { as, body: input })).status
  for (let count = 0; count < MAX_WEBHOOKS; count++) expect(await make(count % 2 ? trial : live)).toBe(201)
  expect([await make(trial), await make(live)]).toEqual([409, 409])
})
