import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { connect } from '#db/connection/client'
import { apiCalls, apiKeys } from '#db/schema/identity'
import { read } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { countCall, flushCalls } from './calls.ts'

const monthlyCalls = async ({ ctx }: TestTenant) =>
  (await read(ctx, (reader) => reader.select().from(apiCalls))).map(({ month, calls }) => [month, calls])

it('adds up calls by tenant and month, and stores the last use of a key', async () => {
  const [firstTenant, otherTenant] = [await makeTenant(), await makeTenant()]
  const key = await firstTenant.addKey()
  const ctxAt = (text: string) => ({ ...key.ctx, now: new Date(text), address: '203.0.113.9' })
  countCall(ctxAt('2026-10-31T23:59:59Z'))
  countCall(ctxAt('2026-11-01T00:00:00Z'))
  countCall({ ...ctxAt('2026-11-20T10:00:00Z'), address: '203.0.113.10' })
  countCall({ ...otherTenant.ctx, now: new Date('2026-11-02T00:00:00Z') })
  expect(await monthlyCalls(firstTenant)).toEqual([])
  await flushCalls()
  expect((await monthlyCalls(firstTenant)).sort()).toEqual([
    ['2026-10-01', 1],
    ['2026-11-01', 2],
  ])
  expect(await monthlyCalls(otherTenant)).toEqual([['2026-11-01', 1]])
  const [row] = await read(firstTenant.ctx, (reader) =>
    reader.select().from(apiKeys).where(eq(apiKeys.id, key.id)),
  )
  expect(row).toMatchObject({ lastUsedAt: new Date('2026-11-20T10:00:00Z'), lastUsedIp: '203.0.113.10' })
  countCall(ctxAt('2026-11-03T00:00:00Z'))
  await flushCalls()
  await flushCalls()
  expect((await monthlyCalls(firstTenant)).sort()[1]).toEqual(['2026-11-01', 3])
  const [laterRow] = await read(firstTenant.ctx, (reader) =>
    reader.select().from(apiKeys).where(eq(apiKeys.id, key.id)),
  )
  expect(laterRow?.lastUsedIp).toBe('203.0.113.10')
})

it('loses no counts while they cannot be written', async () => {
  const tenant = await makeTenant()
  const database = connect(env().databaseUrl!, { max: 1 })
  const ctxInNovember = { ...tenant.ctx, now: new Date('2026-11-05T00:00:00Z') }
  countCall(ctxInNovember)
  await database`alter table api_calls rename to api_calls_gone`
  await flushCalls()
  countCall(ctxInNovember)
  await database`alter table api_calls_gone rename to api_calls`
  await database.end()
  await flushCalls()
  expect(await monthlyCalls(tenant)).toEqual([['2026-11-01', 2]])
})
