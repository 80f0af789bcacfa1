import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { tenants } from '#db/schema/identity'
import { read, write } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { makeTenant } from '#lib/testing/users/tenant'
import { findUsage, type Quota, refundQuota, reserveQuota } from './quotas.ts'

const reserve = (ctx: Ctx, count: number, quota: Quota = 'signatures') =>
  write(ctx, (tx) => reserveQuota(tx, ctx, quota, count))
const usedBy = async (ctx: Ctx, time = ctx.now) =>
  (await read(ctx, (reader) => findUsage(reader, ctx.tenantId, time))).signatures.used
const errorCode = (error: unknown) => (error instanceof AppError ? error.code : 'none')

describe('reserveQuota', () => {
  it('grants only as many of 50 concurrent reservations as are left', async () => {
    const { ctx } = await makeTenant({ signaturesLimit: 30 })
    await reserve(ctx, 7)
    const attempts = await Promise.allSettled(Array.from({ length: 50 }, () => reserve(ctx, 1)))
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(23)
    const rejections = attempts.filter((attempt) => attempt.status === 'rejected')
    expect(new Set(rejections.map(({ reason }) => errorCode(reason)))).toEqual(new Set(['quota_exceeded']))
    expect(await usedBy(ctx)).toBe(30)
  })

  it('does not exceed the limit when the first reservations of a month are concurrent, or too large', async () => {
    const { ctx } = await makeTenant({ signaturesLimit: 3 })
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => reserve(ctx, 2)))
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1)
    const { ctx: otherCtx } = await makeTenant({ signaturesLimit: 3 })
    await expect(reserve(otherCtx, 4)).rejects.toThrow(AppError)
    expect(await usedBy(otherCtx)).toBe(0)
  })

  it('reports the usage, the limit and the next reset', async () => {
    const { ctx } = await makeTenant({ documentsLimit: 2 })
    const ctxInDecember = { ...ctx, now: new Date('2026-12-31T23:59:59Z') }
    await reserve(ctxInDecember, 2, 'documents')
    const error = await reserve(ctxInDecember, 1, 'documents').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'quota_exceeded',
      details: { quota: 'documents', limit: 2, used: 2, resets_at: '2027-01-01T00:00:00.000Z' },
    })
    await reserve({ ...ctxInDecember, now: new Date('2027-01-01T00:00:00Z') }, 1, 'documents')
  })

  it('counts each quota and each tenant separately', async () => {
    const [firstTenant, otherTenant] = [
      await makeTenant({ signaturesLimit: 2, documentsLimit: 2 }),
      await makeTenant(),
    ]
    await reserve(firstTenant.ctx, 2, 'documents')
    await reserve(firstTenant.ctx, 2)
    await reserve(otherTenant.ctx, 5)
    expect([await usedBy(firstTenant.ctx), await usedBy(otherTenant.ctx)]).toEqual([2, 5])
  })

  it('uses no quota in test mode or when the transaction fails', async () => {
    const { ctx } = await makeTenant({ signaturesLimit: 1 })
    await reserve({ ...ctx, testMode: true }, 10)
    const failed = write(ctx, async (tx) => {
      await reserveQuota(tx, ctx, 'signatures', 1)
      throw new Error('later failure')
    })
    await expect(failed).rejects.toThrow('later failure')
    expect(await usedBy(ctx)).toBe(0)
    await reserve(ctx, 1)
  })
})

describe('quota.reached', () => {
  const reachedEvents = async ({ ctx }: { ctx: Ctx }) => {
    const events = await read(ctx, (reader) => findTrail(reader, ctx, { tenant: ctx.tenantId }))
    return events.filter(({ type }) => type === 'quota.reached').map(({ data }) => data)
  }
  const percentsReached = async (tenant: { ctx: Ctx }) =>
    (await reachedEvents(tenant)).map(({ percent }) => percent)

  it('is recorded at 80 and 100 %, with the data for the email', async () => {
    const tenant = await makeTenant({ signaturesLimit: 10 })
    const ctxInMay = { ...tenant.ctx, now: new Date('2026-05-20T10:00:00Z') }
    await reserve(ctxInMay, 7)
    expect(await reachedEvents(tenant)).toEqual([])
    await reserve(ctxInMay, 1)
    await reserve(ctxInMay, 1)
    const data = {
      quota: 'signatures',
      limit: 10,
      month: '2026-05-01',
      resets_at: '2026-06-01T00:00:00.000Z',
    }
    expect(await reachedEvents(tenant)).toEqual([{ ...data, percent: 80, used: 8 }])
    await reserve(ctxInMay, 1)
    expect(await reachedEvents(tenant)).toEqual([
      { ...data, percent: 80, used: 8 },
      { ...data, percent: 100, used: 10 },
    ])
  })

  it('is recorded once per percentage, despite concurrent reservations and refunds', async () => {
    const tenant = await makeTenant({ signaturesLimit: 10 })
    await Promise.allSettled(Array.from({ length: 15 }, () => reserve(tenant.ctx, 1)))
    expect(await percentsReached(tenant)).toEqual([80, 100])
    const refund = { count: 5, at: tenant.ctx.now, testMode: false }
    await write(tenant.ctx, (tx) => refundQuota(tx, tenant.ctx, 'signatures', refund))
    await reserve(tenant.ctx, 4)
    await reserve(tenant.ctx, 1)
    expect(await percentsReached(tenant)).toEqual([80, 100])
  })

  it('is recorded only at 100 % when one reservation reaches both percentages', async () => {
    const tenant = await makeTenant({ signaturesLimit: 10 })
    await reserve(tenant.ctx, 10)
    const refund = { count: 5, at: tenant.ctx.now, testMode: false }
    await write(tenant.ctx, (tx) => refundQuota(tx, tenant.ctx, 'signatures', refund))
    await reserve(tenant.ctx, 3)
    expect(await percentsReached(tenant)).toEqual([100])
  })

  it('is recorded again at a limit that was changed within the month', async () => {
    const tenant = await makeTenant({ signaturesLimit: 10 })
    await reserve(tenant.ctx, 8)
    await reserve(tenant.ctx, 2)
    const isTenant = eq(tenants.id, tenant.tenantId)
    await write(tenant.ctx, (tx) => tx.update(tenants).set({ signaturesLimit: 100 }).where(isTenant))
    await reserve(tenant.ctx, 70)
    await reserve(tenant.ctx, 20)
    const told = (await reachedEvents(tenant)).map(({ percent, limit }) => [percent, limit])
    expect(told).toEqual([
      [80, 10],
      [100, 10],
      [80, 100],
      [100, 100],
    ])
  })

  it('is recorded per quota and month', async () => {
    const tenant = await makeTenant({ signaturesLimit: 1, documentsLimit: 1 })
    const ctxAt = (day: string) => ({ ...tenant.ctx, now: new Date(day) })
    await reserve(ctxAt('2026-05-31T23:59:59Z'), 1)
    await reserve(ctxAt('2026-06-01T00:00:00Z'), 1)
    await reserve(ctxAt('2026-06-01T00:00:00Z'), 1, 'documents')
    const events = (await reachedEvents(tenant)).map(({ quota, month }) => `${quota} ${month}`)
    expect(events).toEqual(['signatures 2026-05-01', 'signatures 2026-06-01', 'documents 2026-06-01'])
  })

  it('is not recorded in test mode, nor when the transaction fails', async () => {
    const tenant = await makeTenant({ signaturesLimit: 2 })
    await reserve({ ...tenant.ctx, testMode: true }, 2)
    const failed = write(tenant.ctx, async (tx) => {
      await reserveQuota(tx, tenant.ctx, 'signatures', 2)
      throw new Error('later failure')
    })
    await expect(failed).rejects.toThrow('later failure')
    expect(await reachedEvents(tenant)).toEqual([])
  })
})

describe('refundQuota', () => {
  it('refunds to the month of the reservation', async () => {
    const { ctx } = await makeTenant()
    const ctxInMarch = { ...ctx, now: new Date('2026-03-31T23:00:00Z') }
    await reserve(ctxInMarch, 5)
    await reserve(ctx, 5)
    await write(ctx, (tx) =>
      refundQuota(tx, ctx, 'signatures', { count: 3, at: ctxInMarch.now, testMode: false }),
    )
    expect([await usedBy(ctx, ctxInMarch.now), await usedBy(ctx)]).toEqual([2, 5])
  })

  it('never goes below zero, and refunds nothing in test mode', async () => {
    const { ctx } = await makeTenant()
    await reserve(ctx, 2)
    await write(ctx, (tx) => refundQuota(tx, ctx, 'signatures', { count: 2, at: ctx.now, testMode: true }))
    expect(await usedBy(ctx)).toBe(2)
    await write(ctx, (tx) => refundQuota(tx, ctx, 'signatures', { count: 9, at: ctx.now, testMode: false }))
    expect(await usedBy(ctx)).toBe(0)
  })
})
