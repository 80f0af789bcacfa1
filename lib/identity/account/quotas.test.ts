import { describe, expect, it } from 'vitest'
import { read, write } from '#db/tenant'
import { trailOf } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { makeTenant } from '#lib/testing/tenant'
import { type Quota, refundQuota, reserveQuota, usageOf } from './quotas.ts'

const take = (ctx: Ctx, count: number, quota: Quota = 'signatures') =>
  write(ctx, (tx) => reserveQuota(tx, ctx, quota, count))
const usedBy = async (ctx: Ctx, at = ctx.now) =>
  (await read(ctx, (reader) => usageOf(reader, ctx.tenantId, at))).signatures.used
const refusal = (error: unknown) => (error instanceof AppError ? error.code : 'none')

describe('reserve', () => {
  it('grants exactly the remaining ones of 50 concurrent reservations', async () => {
    const { ctx } = await makeTenant({ signaturesLimit: 30 })
    await take(ctx, 7)
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => take(ctx, 1)))
    expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(23)
    const refused = tries.filter((attempt) => attempt.status === 'rejected')
    expect(new Set(refused.map(({ reason }) => refusal(reason)))).toEqual(new Set(['quota_exceeded']))
    expect(await usedBy(ctx)).toBe(30)
  })

  it('does not exceed the limit at the start of a month with concurrent requests', async () => {
    const { ctx } = await makeTenant({ signaturesLimit: 3 })
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => take(ctx, 2)))
    expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1)
    const { ctx: small } = await makeTenant({ signaturesLimit: 3 })
    await expect(take(small, 4)).rejects.toThrow(AppError)
    expect(await usedBy(small)).toBe(0)
  })

  it('reports the usage, the limit and the next reset', async () => {
    const { ctx } = await makeTenant({ documentsLimit: 2 })
    const december = { ...ctx, now: new Date('2026-12-31T23:59:59Z') }
    await take(december, 2, 'documents')
    const error = await take(december, 1, 'documents').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'quota_exceeded',
      details: { quota: 'documents', limit: 2, used: 2, resets_at: '2027-01-01T00:00:00.000Z' },
    })
    await take({ ...december, now: new Date('2027-01-01T00:00:00Z') }, 1, 'documents')
  })

  it('counts the two quotas, and tenants, separately', async () => {
    const [one, other] = [await makeTenant({ signaturesLimit: 2, documentsLimit: 2 }), await makeTenant()]
    await take(one.ctx, 2, 'documents')
    await take(one.ctx, 2)
    await take(other.ctx, 5)
    expect([await usedBy(one.ctx), await usedBy(other.ctx)]).toEqual([2, 5])
  })

  it('uses nothing in test mode, and nothing when the transaction fails', async () => {
    const { ctx } = await makeTenant({ signaturesLimit: 1 })
    await take({ ...ctx, testMode: true }, 10)
    const failed = write(ctx, async (tx) => {
      await reserveQuota(tx, ctx, 'signatures', 1)
      throw new Error('the rest went wrong')
    })
    await expect(failed).rejects.toThrow('the rest went wrong')
    expect(await usedBy(ctx)).toBe(0)
    await take(ctx, 1)
  })
})

describe('quota.reached', () => {
  const reached = async ({ ctx }: { ctx: Ctx }) => {
    const events = await read(ctx, (reader) => trailOf(reader, ctx, { tenant: ctx.tenantId }))
    return events.filter(({ type }) => type === 'quota.reached').map(({ data }) => data)
  }
  const levels = async (tenant: { ctx: Ctx }) => (await reached(tenant)).map(({ percent }) => percent)

  it('is recorded at 80 and at 100 %, with the data of its email', async () => {
    const tenant = await makeTenant({ signaturesLimit: 10 })
    const may = { ...tenant.ctx, now: new Date('2026-05-20T10:00:00Z') }
    await take(may, 7)
    expect(await reached(tenant)).toEqual([])
    await take(may, 1)
    await take(may, 1)
    const data = {
      quota: 'signatures',
      limit: 10,
      month: '2026-05-01',
      resets_at: '2026-06-01T00:00:00.000Z',
    }
    expect(await reached(tenant)).toEqual([{ ...data, percent: 80, used: 8 }])
    await take(may, 1)
    expect(await reached(tenant)).toEqual([
      { ...data, percent: 80, used: 8 },
      { ...data, percent: 100, used: 10 },
    ])
  })

  it('is recorded once for each, despite concurrent reservations and refunds', async () => {
    const tenant = await makeTenant({ signaturesLimit: 10 })
    await Promise.allSettled(Array.from({ length: 15 }, () => take(tenant.ctx, 1)))
    expect(await levels(tenant)).toEqual([80, 100])
    const back = { count: 5, at: tenant.ctx.now, testMode: false }
    await write(tenant.ctx, (tx) => refundQuota(tx, tenant.ctx, 'signatures', back))
    await take(tenant.ctx, 4)
    await take(tenant.ctx, 1)
    expect(await levels(tenant)).toEqual([80, 100])
  })

  it('is recorded only for the higher one where both are reached at once', async () => {
    const tenant = await makeTenant({ signaturesLimit: 10 })
    await take(tenant.ctx, 10)
    const back = { count: 5, at: tenant.ctx.now, testMode: false }
    await write(tenant.ctx, (tx) => refundQuota(tx, tenant.ctx, 'signatures', back))
    await take(tenant.ctx, 3)
    expect(await levels(tenant)).toEqual([100])
  })

  it('is recorded per quota and month', async () => {
    const tenant = await makeTenant({ signaturesLimit: 1, documentsLimit: 1 })
    const at = (day: string) => ({ ...tenant.ctx, now: new Date(day) })
    await take(at('2026-05-31T23:59:59Z'), 1)
    await take(at('2026-06-01T00:00:00Z'), 1)
    await take(at('2026-06-01T00:00:00Z'), 1, 'documents')
    const events = (await reached(tenant)).map(({ quota, month }) => `${quota} ${month}`)
    expect(events).toEqual(['signatures 2026-05-01', 'signatures 2026-06-01', 'documents 2026-06-01'])
  })

  it('is not recorded in test mode, nor when the transaction fails', async () => {
    const tenant = await makeTenant({ signaturesLimit: 2 })
    await take({ ...tenant.ctx, testMode: true }, 2)
    const failed = write(tenant.ctx, async (tx) => {
      await reserveQuota(tx, tenant.ctx, 'signatures', 2)
      throw new Error('the rest went wrong')
    })
    await expect(failed).rejects.toThrow('the rest went wrong')
    expect(await reached(tenant)).toEqual([])
  })
})

describe('refundQuota', () => {
  it('refunds to the month of the reservation', async () => {
    const { ctx } = await makeTenant()
    const earlier = { ...ctx, now: new Date('2026-03-31T23:00:00Z') }
    await take(earlier, 5)
    await take(ctx, 5)
    await write(ctx, (tx) =>
      refundQuota(tx, ctx, 'signatures', { count: 3, at: earlier.now, testMode: false }),
    )
    expect([await usedBy(ctx, earlier.now), await usedBy(ctx)]).toEqual([2, 5])
  })

  it('never goes below zero, and refunds nothing in test mode', async () => {
    const { ctx } = await makeTenant()
    await take(ctx, 2)
    await write(ctx, (tx) => refundQuota(tx, ctx, 'signatures', { count: 2, at: ctx.now, testMode: true }))
    expect(await usedBy(ctx)).toBe(2)
    await write(ctx, (tx) => refundQuota(tx, ctx, 'signatures', { count: 9, at: ctx.now, testMode: false }))
    expect(await usedBy(ctx)).toBe(0)
  })
})
