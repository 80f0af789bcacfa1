import { expect, it } from 'vitest'
import { idempotencyKeys } from '#db/schema/http'
import { read } from '#db/tenant'
import { addDays, addSeconds, now } from '#lib/core/clock'
import { makeTenant } from '#lib/testing/tenant'
import { forgetOldAnswers, once } from './idempotency.ts'

it('forgets saved answers after a day, of every tenant', async () => {
  const tenants = [await makeTenant(), await makeTenant()]
  const request = new Request('http://localhost/api/v1/x', {
    method: 'POST',
    headers: { 'idempotency-key': 'one' },
  })
  for (const { ctx } of tenants) await once(ctx, request, null, async () => Response.json({ done: true }))
  const saved = () =>
    Promise.all(tenants.map(({ ctx }) => read(ctx, (reader) => reader.$count(idempotencyKeys))))
  await forgetOldAnswers(addSeconds(addDays(now(), 1), -60))
  expect(await saved()).toEqual([1, 1])
  await forgetOldAnswers(addSeconds(addDays(now(), 1), 60))
  expect(await saved()).toEqual([0, 0])
})
